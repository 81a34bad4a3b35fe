import { seedSurgeCalendar } from './fares/surge-calendar.ts';
import { connectMongo, disconnectMongo } from './infra/mongo.ts';
import { seedPromos } from './promos/seed-promos.ts';
import { seedUsers } from './users/seed-users.ts';

/** Seeds the demo's users, surge calendar and promotions. Idempotent; refused in production. */
await connectMongo();
try {
  await seedUsers();
  await seedSurgeCalendar();
  await seedPromos();
} finally {
  await disconnectMongo();
}
