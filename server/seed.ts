import { seedSurgeCalendar } from './fares/surge-calendar.ts';
import { connectMongo, disconnectMongo } from './infra/mongo.ts';
import { seedPromos } from './promos/seed-promos.ts';
import { seedUsers } from './users/seed-users.ts';

/** Fills an empty installation with what the demo needs: people, a calendar and promotions. Run again, it adds what is missing. Refused in production. */
await connectMongo();
try {
  await seedUsers();
  await seedSurgeCalendar();
  await seedPromos();
} finally {
  await disconnectMongo();
}
