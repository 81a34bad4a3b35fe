import { isEmail } from '#common/users/email.ts';
import { disconnectMongo } from './infra/mongo.ts';
import { redis } from './infra/redis.ts';
import { openDatabase } from './schema/open-database.ts';
import { createAdminLink } from './users/create-admin-link.ts';

/** Prints a link with which an admin sets a password. Arguments: `<address> [name]`. */
const [address = '', name] = process.argv.slice(2);
const email = address.trim().toLowerCase();
if (!isEmail(email)) {
  console.error('Please name the email address of the admin: npm run create:admin -- you@company.example');
  process.exit(1);
}

await openDatabase();
try {
  const link = await createAdminLink({ email, name: name ?? email });
  console.log(link ?? 'There is an account with this email address that is no admin’s, or is being deleted.');
  process.exitCode = link ? 0 : 1;
} finally {
  redis.disconnect();
  await disconnectMongo();
}
