import { seedDrivers } from './drivers/seed-drivers.ts';
import { seedSurgeCalendar } from './fares/surge-calendar.ts';
import { logger } from './infra/logger.ts';
import { disconnectMongo } from './infra/mongo.ts';
import { closeQueues } from './infra/queues.ts';
import { redis } from './infra/redis.ts';
import { seedPromos } from './promos/seed-promos.ts';
import { openDatabase } from './schema/open-database.ts';
import { seedCity } from './seed-city.ts';
import { seedUsers } from './users/seed-users.ts';

/**
 * Seeds the demo's users, drivers, vehicles, surge calendar and promotions. With `--city` also a month of a
 * whole company. Idempotent. Refused in production. Logs only warnings and errors, because people read its
 * output.
 */
logger.level = 'warn';
await openDatabase();
try {
  await seedUsers();
  await seedDrivers();
  await seedSurgeCalendar();
  await seedPromos();
  console.log('The demo has its users, drivers, vehicles, surge calendar and promotions.');
  if (process.argv.includes('--city')) {
    console.log('Filling a city with a month of rides, each paid at Stripe: about a minute...');
    console.log(await seedCity());
  }
} finally {
  await closeQueues();
  redis.disconnect();
  await disconnectMongo();
}
