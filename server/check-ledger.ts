import { findMoneyDifferences } from './audit-ledger.ts';
import { disconnectMongo } from './infra/mongo.ts';
import { openDatabase } from './schema/open-database.ts';

/** Prints what the daily job `reconcile-money` would open alerts for, and exits with 1 if there is anything. */
await openDatabase();
try {
  const problems = await findMoneyDifferences();
  for (const { text } of problems) console.log(text);
  console.log(problems.length === 0 ? 'The ledger is in order.' : `${problems.length} found.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await disconnectMongo();
}
