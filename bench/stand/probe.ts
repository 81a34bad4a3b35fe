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

function heapBytes(): number {
  const { code_and_metadata_size, bytecode_and_metadata_size } = getHeapCodeStatistics();
  return process.memoryUsage().heapUsed - code_and_metadata_size - bytecode_and_metadata_size;
}

function sample(question: Question): Sample {
  const { user, system } = process.cpuUsage();
  const isCollected = question !== 'sample';
  // Twice: what the first collection finalizes, only the second frees.
  if (isCollected) for (let pass = 0; pass < 2; pass += 1) globalThis.gc?.();
  return {
    cpuMicros: user + system,
    rssBytes: process.memoryUsage.rss(),
    heapBytes: isCollected ? heapBytes() : null,
    held: question === 'collect and count' ? count() : null,
  };
}

process.on('message', (question: Question) => {
  process.send?.({ sample: sample(question) });
});
process.on('disconnect', () => process.exit());
