import { connectMongo } from '../../infra/mongo.ts';
import { migrateSchema } from '../migrate-schema.ts';

// Completes the first of two steps, then hangs in the second until it is killed.
await connectMongo();
await migrateSchema({
  leaseMs: 1_000,
  steps: [
    { name: '001-copies', run: ({ db }) => db.collection('copied').insertOne({ copiedBy: process.pid }) },
    {
      name: '002-hangs',
      run: () =>
        new Promise(() => {
          console.log('hangs');
        }),
    },
  ],
});
