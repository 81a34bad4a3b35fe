import { EventEmitter } from 'node:events';
import { queryObjects } from 'node:v8';
import type { Question, Sample } from './sample.ts';

// Loaded before every measured program, ours and floors alike: tells its parent, whenever asked, what the process has used and holds.

const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;

function sample(isThorough: boolean): Sample {
  const { user, system } = process.cpuUsage();
  // Twice: what the first collection finalizes, only the second frees.
  if (isThorough) for (let pass = 0; pass < 2; pass += 1) globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const held = isThorough && {
    timers: timers(),
    emitters: queryObjects(EventEmitter, { format: 'count' }),
    functions: queryObjects(Function, { format: 'count' }),
    sets: queryObjects(Set, { format: 'count' }),
  };
  return { cpuMicros: user + system, rssBytes: rss, heapBytes: heapUsed, held: held || null };
}

process.on('message', (question: Question) => {
  process.send?.({ sample: sample(question === 'collect and sample') });
});
process.on('disconnect', () => process.exit());
