import { auditLedger } from './audit-ledger.ts';
import { connectMongo, disconnectMongo } from './infra/mongo.ts';

/** Prints the problems of a database's ledger, and exits with 1 if there are any. */
await connectMongo();
try {
  const problems = await auditLedger();
  for (const problem of problems) console.log(problem);
  console.log(problems.length === 0 ? 'The ledger is in order.' : `${problems.length} found.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await disconnectMongo();
}
