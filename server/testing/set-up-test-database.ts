import mongoose from 'mongoose';
import { afterAll, beforeAll } from 'vitest';
import { connectMongo, disconnectMongo } from '../infra/mongo.ts';
import { closeQueues } from '../infra/queues.ts';
import { redis } from '../infra/redis.ts';

/** Gives the tests of this file MongoDB and Redis, empty, and lets go of both afterwards. */
export function setUpTestDatabase(): void {
  beforeAll(async () => {
    await connectMongo();
  });
  afterAll(async () => {
    await mongoose.connection.dropDatabase();
    await disconnectMongo();
    await closeQueues();
    redis.disconnect();
  });
}
