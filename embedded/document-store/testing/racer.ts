import mongoose from 'mongoose';

/**
 * Competes with other processes on the same store: increments a counter to 100 and inserts 100 unique keys.
 */
const ROUNDS = 100;

const client = new mongoose.mongo.MongoClient(process.argv[2] ?? '');
const counters = client.db('document-store-race').collection('counters');
const keys = client.db('document-store-race').collection('keys');

let raised = 0;
for (let seen = 0; seen < ROUNDS; ) {
  const counter = await counters.findOne({ name: 'shared' });
  seen = counter?.value;
  // Compare-and-set: only one of the processes that read this value may write the next.
  if (
    seen < ROUNDS &&
    (await counters.updateOne({ name: 'shared', value: seen }, { $set: { value: seen + 1 } }))
      .modifiedCount === 1
  ) {
    raised++;
  }
}

let inserted = 0;
for (let key = 0; key < ROUNDS; key++) {
  try {
    await keys.insertOne({ key });
    inserted++;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 11000) throw error;
  }
}

await client.close();
process.stdout.write(JSON.stringify({ raised, inserted }));
