import { seedSurgeCalendar } from './fares/seed-surge-calendar.ts';
import { connectMongo, disconnectMongo } from './infra/mongo.ts';
import { seedUsers } from './users/seed-users.ts';

/** Fills an empty installation with what the demo needs: people and a calendar. Run again, it adds what is missing. Refused in production. */
await connectMongo();
try {
  await seedUsers();
  await seedSurgeCalendar();
} finally {
  await disconnectMongo();
}
