import mongoose from 'mongoose';
import { env } from '../env.ts';
import { clockFinding } from './clock.ts';
import { type Finding, warning, well } from './finding.ts';

const TIMEOUT_MS = 4_000;
/** That of MongoDB 7.0. */
const OLDEST_WIRE_VERSION = 21;

/** Whether MongoDB answers, is a replica set, keeps our time and has the indexes that the models declare. */
export async function* examineMongo(): AsyncGenerator<Finding> {
  await mongoose.connect(env.MONGO_URL, {
    serverSelectionTimeoutMS: TIMEOUT_MS,
    autoIndex: false,
    autoCreate: false,
  });
  try {
    const db = mongoose.connection.db;
    if (!db) throw new Error('MONGO_URL names no database');
    const before = Date.now();
    const hello = await db.command({ hello: 1 });
    yield clockFinding(new Date(hello.localTime).getTime(), { before, after: Date.now() });

    if (hello.maxWireVersion < OLDEST_WIRE_VERSION) {
      yield warning('It is older than any this was tried on.', 'Upgrade it to MongoDB 7.0 or later.');
    }
    yield hello.setName
      ? well(`It is the replica set ${hello.setName}.`)
      : warning(
          'It is a server by itself: a write that it confirmed can be lost with its disk.',
          'Run it as a replica set; of one member where there is one machine.',
        );
    yield await indexFinding();
  } finally {
    await mongoose.disconnect();
  }
}

async function indexFinding(): Promise<Finding> {
  const missing: string[] = [];
  for (const model of Object.values(mongoose.models)) {
    const { toCreate } = await model.diffIndexes();
    if (toCreate.length > 0) missing.push(`${model.collection.name} (${toCreate.length})`);
  }
  return missing.length === 0
    ? well('Every index is there.')
    : warning(
        `Indexes are missing: ${missing.join(', ')}.`,
        'Start a server: it builds them before it listens. A unique index that is refused names its duplicates in the log.',
      );
}
