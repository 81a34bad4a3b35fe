import { seedSurgeDays } from './fares/seed-surge-days.ts';
import { connectMongo, disconnectMongo } from './infra/mongo.ts';
import { seedUsers } from './users/seed-users.ts';

/** Puts the demo into an empty database: users and a calendar. Run again, it changes nothing. Refuses production. */
await connectMongo();
await seedUsers();
await seedSurgeDays();
await disconnectMongo();
