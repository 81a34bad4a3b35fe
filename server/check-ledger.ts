import { auditLedger } from './audit-ledger.ts';
import { connectMongo, disconnectMongo } from './infra/mongo.ts';

/** Prints what is wrong with the ledger of a database, and ends with 1 if anything is. */
await connectMongo();
try {
  const faults = await auditLedger();
  for (const fault of faults) console.log(fault);
  console.log(faults.length === 0 ? 'The ledger is in order.' : `${faults.length} found.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await disconnectMongo();
}
