// MongoDB's health check. Initiates a replica set with this single member if there is none, and fails until
// there is a primary.
try {
  rs.status();
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  rs.initiate({ _id: 'marquee', members: [{ _id: 0, host: 'mongo:27017' }] });
}
quit(db.hello().isWritablePrimary ? 0 : 1);
