import { findMoneyDifferences } from './audit-ledger.ts';
import { connectMongo, disconnectMongo } from './infra/mongo.ts';

/** Prints what the daily job `reconcile-money` would open alerts for, and exits with 1 if there is anything. */
await connectMongo();
try {
  const problems = await findMoneyDifferences();
  for (const { text } of problems) console.log(text);
  console.log(problems.length === 0 ? 'The ledger is in order.' : `${problems.length} found.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await disconnectMongo();
}
