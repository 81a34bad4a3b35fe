import { parseArgs } from 'node:util';
import type { Effort, Row } from './figures.ts';
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

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, rounds: { type: 'string' }, seconds: { type: 'string' } },
});
const usual: Effort = values.quick
  ? { rounds: 1, seconds: 1, churnSeconds: 15 }
  : { rounds: 3, seconds: 4, churnSeconds: 300 };
const effort: Effort = {
  rounds: Number(values.rounds ?? usual.rounds),
  seconds: Number(values.seconds ?? usual.seconds),
  churnSeconds: usual.churnSeconds,
};
const names = positionals.length > 0 ? positionals : Object.keys(MEASURES);

const rows: Row[] = [];
for (const name of names) {
  const measure = MEASURES[name];
  if (!measure) throw new Error(`there is no measure ${name}; there are ${Object.keys(MEASURES).join(', ')}`);
  const stand = await openStand();
  try {
    for (const row of await measure(stand, effort)) {
      rows.push(row);
      console.log(Object.values(row).join(' | '));
    }
  } finally {
    await stand.close();
  }
}
