// Run by the image of MongoDB when its volume is new: the user of servers and workers, who may do nothing outside their database.
db.getSiblingDB('marquee').createUser({
  user: 'marquee',
  pwd: process.env.MONGO_PASSWORD,
  roles: ['readWrite'],
});
