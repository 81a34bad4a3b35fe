import { logger } from './infra/logger.ts';
import { connectMongo, disconnectMongo } from './infra/mongo.ts';
import { migrateSchema } from './schema/migrate-schema.ts';

/**
 * Migrates the database to this release. Exits with 1 if that fails. See docs/decisions/044-migrations.md.
 */
async function migrate(): Promise<number> {
  try {
    // Imports every model, so that its indexes are known.
    await import('./api.ts');
    await connectMongo();
    const { steps, indexes } = await migrateSchema();
    logger.info({ steps, indexes }, 'database is of this release');
    return 0;
  } catch (error) {
    logger.fatal({ error }, 'migration failed');
    return 1;
  } finally {
    await disconnectMongo();
  }
}

process.exit(await migrate());
