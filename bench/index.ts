import { parseArgs } from 'node:util';
import type { Effort, Measure } from './figures.ts';
import { openTestbed } from './harness/testbed.ts';
import { churn } from './measures/churn.ts';
import { avalanche, jitter } from './measures/connection-loss.ts';
import { fair } from './measures/fair.ts';
import { broadcast, burst } from './measures/fan-out.ts';
import { growth } from './measures/growth.ts';
import { idleMany } from './measures/idle-many.ts';
import { idleMemory } from './measures/idle-memory.ts';
import { kinds } from './measures/kinds.ts';
import { linkWatch } from './measures/link-watch.ts';
import { overload } from './measures/overload.ts';
import { pairs } from './measures/pairs.ts';
import { positions } from './measures/positions.ts';
import { queue } from './measures/queue.ts';
import { reconnectStorm } from './measures/reconnect-storm.ts';
import { releaseApi, releaseSockets } from './measures/release.ts';
import { patch, writeToScreen } from './measures/requests.ts';
import { returnCost, returnCostOfLongLists } from './measures/return-cost.ts';
import { signIns } from './measures/sign-ins.ts';
import { snapshot } from './measures/snapshot.ts';
import { stockEmit } from './measures/stock-emit.ts';
import { tableOf, writeReport } from './report.ts';

// `npm run bench` runs all measures and writes the report. `npm run bench -- broadcast` runs one. `--quick`
// runs one short round without a report. `--sockets 1000` sets the base number of sockets for the release and
// connection-loss measures.

const MEASURES: Record<string, Measure> = {
  broadcast,
  pairs,
  burst,
  fair,
  kinds,
  positions,
  'stock-emit': stockEmit,
  'write-to-screen': writeToScreen,
  patch,
  snapshot,
  overload,
  'sign-ins': signIns,
  'idle-memory': idleMemory,
  'idle-20000': idleMany,
  'link-watch': linkWatch,
  growth,
  'reconnect-storm': reconnectStorm,
  'release-api': releaseApi,
  'release-sockets': releaseSockets,
  jitter,
  avalanche,
  'return-cost': returnCost,
  'return-cost-long-lists': returnCostOfLongLists,
  churn,
  queue,
};

const QUICK: Effort = { rounds: 1, seconds: 1, churnSeconds: 15, sockets: 500 };
const THOROUGH: Effort = { rounds: 5, seconds: 3, churnSeconds: 300, sockets: 5_000 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, sockets: { type: 'string' } },
});
const unknown = positionals.find((name) => !MEASURES[name]);
if (unknown) {
  console.error(`There is no measure ${unknown}. There are ${Object.keys(MEASURES).join(', ')}.`);
  process.exit(1);
}

const sockets = values.sockets === undefined ? undefined : Number(values.sockets);
if (sockets !== undefined && !(Number.isInteger(sockets) && sockets >= 100)) {
  console.error(`--sockets is a number from 100: ${values.sockets}`);
  process.exit(1);
}
const chosenEffort = values.quick ? QUICK : THOROUGH;
const effort = { ...chosenEffort, sockets: sockets ?? chosenEffort.sockets };
const chosen = Object.entries(MEASURES).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);
for (const [name, measure] of chosen) {
  const testbed = await openTestbed();
  try {
    const rows = await measure(testbed, effort);
    console.log(`\n${name}\n${tableOf(rows)}`);
    if (!values.quick) writeReport(name, effort, rows);
  } finally {
    await testbed.close();
  }
}
