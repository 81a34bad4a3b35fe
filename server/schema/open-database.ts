import { env } from '../env.ts';
import { logger } from '../infra/logger.ts';
import { connectMongo, reconnectWithTimeouts } from '../infra/mongo.ts';
import { migrateSchema } from './migrate-schema.ts';
import { isBehind, readSchemaState } from './schema-state.ts';

/**
 * Connects the models to MongoDB, and exits the process when the database belongs to another release: a newer
 * one with changes that this one cannot read, or in production an older one. Outside production it migrates
 * the database, so that development needs no command.
 *
 * @param timeoutMs as in `reconnectWithTimeouts`, for processes that answer requests; without it the limits
 * of `connectMongo` apply
 */
export async function openDatabase(timeoutMs?: number): Promise<void> {
  await connectMongo();
  const { newer, ...state } = await readSchemaState();
  if (newer.length > 0) {
    logger.fatal({ newer }, 'database is of a newer release, start that one or restore a backup');
    process.exit(1);
  }
  if (isBehind({ newer, ...state })) {
    if (env.NODE_ENV === 'production') {
      logger.fatal(state, 'database is of an older release, run node dist/migrate.js first');
      process.exit(1);
    }
    await migrateSchema();
  }
  if (timeoutMs !== undefined) await reconnectWithTimeouts(timeoutMs);
}
