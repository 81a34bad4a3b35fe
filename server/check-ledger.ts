import { parseArgs } from 'node:util';
import { findMoneyDifferences } from './find-money-differences.ts';
import { disconnectMongo } from './infra/mongo.ts';
import { openDatabase } from './schema/open-database.ts';

/**
 * Prints the differences for which the daily job `reconcile-money` would open alerts, and exits with 1 if
 * there are any. With `--restored-to <instant of the backup>` also lists Stripe payments for rides and gift
 * cards made after it.
 */
const { values } = parseArgs({ options: { 'restored-to': { type: 'string' } } });
const restoredTo = values['restored-to'] === undefined ? undefined : new Date(values['restored-to']);
if (restoredTo && Number.isNaN(restoredTo.getTime()))
  throw new Error('--restored-to is an instant in ISO 8601.');

await openDatabase();
try {
  const problems = await findMoneyDifferences({ restoredTo });
  for (const { text } of problems) console.log(text);
  console.log(problems.length === 0 ? 'The ledger is in order.' : `${problems.length} found.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await disconnectMongo();
}
