import { parseArgs } from 'node:util';
import type { Effort } from './figures.ts';
import { broadcast } from './measures/broadcast.ts';
import { burst } from './measures/burst.ts';
import { churn } from './measures/churn.ts';
import { idleMemory } from './measures/idle-memory.ts';
import type { Measure } from './measures/measure.ts';
import { pairs } from './measures/pairs.ts';
import { patch } from './measures/patch.ts';
import { queue } from './measures/queue.ts';
import { reconnectStorm } from './measures/reconnect-storm.ts';
import { writeToScreen } from './measures/write-to-screen.ts';
import { openStand } from './stand/stand.ts';
import { tableOf, writeReport } from './write-report.ts';

// `npm run bench`: everything, and the report. `npm run bench -- broadcast`: one measure. `--quick`: a short round, and no report.

const MEASURES: Record<string, Measure> = {
  broadcast,
  pairs,
  burst,
  'write-to-screen': writeToScreen,
  patch,
  'idle-memory': idleMemory,
  'reconnect-storm': reconnectStorm,
  churn,
  queue,
};

const QUICK: Effort = { rounds: 1, seconds: 1, churnSeconds: 15 };
const THOROUGH: Effort = { rounds: 5, seconds: 3, churnSeconds: 300 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const unknown = positionals.find((name) => !MEASURES[name]);
if (unknown) {
  console.error(`There is no measure ${unknown}. There are ${Object.keys(MEASURES).join(', ')}.`);
  process.exit(1);
}

const effort = values.quick ? QUICK : THOROUGH;
const chosen = Object.entries(MEASURES).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);
for (const [name, measure] of chosen) {
  const stand = await openStand();
  try {
    const rows = await measure(stand, effort);
    console.log(`\n${name}\n${tableOf(rows)}`);
    if (!values.quick) writeReport(name, effort, rows);
  } finally {
    await stand.close();
  }
}
