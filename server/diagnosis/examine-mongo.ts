import mongoose from 'mongoose';
import { env } from '../env.ts';
import { readSchemaState } from '../schema/schema-state.ts';
import { STEPS, type Step } from '../schema/steps.ts';
import { clockFinding } from './clock.ts';
import { type Finding, fault, warning, well } from './finding.ts';

const TIMEOUT_MS = 4_000;
/** The wire version of MongoDB 7.0. */
const OLDEST_WIRE_VERSION = 21;

/** Checks that MongoDB answers, is a replica set, has a correct clock and the schema of this release. */
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
    yield await schemaFinding();
  } finally {
    await mongoose.disconnect();
  }
}

/**
 * Checks that the stored schema is that of this release. Servers and workers refuse to start on a fault
 * reported here.
 */
export async function schemaFinding(steps: readonly Step[] = STEPS): Promise<Finding> {
  const { newer, pending, missingIndexes } = await readSchemaState(steps);
  if (newer.length > 0) {
    return fault(
      `It is of a newer release, which this one cannot read: ${newer.join(', ')}.`,
      'Start that release, or restore a backup from before it.',
    );
  }
  const missing = [
    ...(pending.length > 0 ? [`migrations ${pending.join(', ')}`] : []),
    ...(missingIndexes.length > 0 ? [`indexes ${missingIndexes.join(', ')}`] : []),
  ];
  return missing.length === 0
    ? well('It is of this release: every migration was run, and every index is there.')
    : fault(
        `It is of an older release. Missing: ${missing.join('; ')}.`,
        'Run node dist/migrate.js (npm run migrate). What refuses to be built is named in its log.',
      );
}
