import { seedDrivers } from './drivers/seed-drivers.ts';
import { seedSurgeCalendar } from './fares/surge-calendar.ts';
import { connectMongo, disconnectMongo } from './infra/mongo.ts';
import { redis } from './infra/redis.ts';
import { seedPromos } from './promos/seed-promos.ts';
import { seedUsers } from './users/seed-users.ts';

/** Seeds the demo's users, drivers and their vehicles, surge calendar and promotions. Idempotent; refused in production. */
await connectMongo();
try {
  await seedUsers();
  await seedDrivers();
  await seedSurgeCalendar();
  await seedPromos();
} finally {
  redis.disconnect();
  await disconnectMongo();
}
