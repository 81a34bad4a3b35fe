import { EventEmitter } from 'node:events';
import { getHeapCodeStatistics, queryObjects } from 'node:v8';
import type { Question, Sample } from './sample.ts';

// Loaded before every measured program, ours and floors alike: tells its parent, whenever asked, what the process has used and holds.

function count() {
  return {
    timers: process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length,
    emitters: queryObjects(EventEmitter, { format: 'count' }),
    functions: queryObjects(Function, { format: 'count' }),
  };
}

function sample(question: Question): Sample {
  const { user, system } = process.cpuUsage();
  // Twice: what the first collection finalizes, only the second frees.
  if (question !== 'sample') for (let pass = 0; pass < 2; pass += 1) globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const { code_and_metadata_size, bytecode_and_metadata_size } = getHeapCodeStatistics();
  const heapBytes = heapUsed - code_and_metadata_size - bytecode_and_metadata_size;
  const held = question === 'collect and count' ? count() : null;
  return { cpuMicros: user + system, rssBytes: rss, heapBytes, held };
}

process.on('message', (question: Question) => {
  process.send?.({ sample: sample(question) });
});
process.on('disconnect', () => process.exit());
