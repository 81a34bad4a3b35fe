// Run by the MongoDB image on a new volume. Creates the user of servers and workers, restricted
// to their database.
db.getSiblingDB('marquee').createUser({
  user: 'marquee',
  pwd: process.env.MONGO_PASSWORD,
  roles: ['readWrite'],
});
