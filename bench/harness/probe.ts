import { EventEmitter } from 'node:events';
import { getHeapCodeStatistics, queryObjects } from 'node:v8';
import type { Sample, SampleMode } from './measured.ts';

// Preloaded into every measured program, product and baselines alike. Replies to each request of the parent
// process with a sample.

process.on('message', (mode: SampleMode) => {
  process.send?.({ sample: takeSample(mode) });
});
process.on('disconnect', () => process.exit());

function takeSample(mode: SampleMode): Sample {
  const { user, system } = process.cpuUsage();
  const isCollected = mode !== 'plain';
  // Twice, because the second collection frees what the first one finalized.
  if (isCollected) for (let pass = 0; pass < 2; pass += 1) globalThis.gc?.();
  return {
    cpuMicros: user + system,
    rssBytes: process.memoryUsage.rss(),
    heapBytes: isCollected ? heapBytes() : null,
    held: mode === 'collect and count' ? countObjects() : null,
  };
}

function heapBytes(): number {
  const { code_and_metadata_size, bytecode_and_metadata_size } = getHeapCodeStatistics();
  return process.memoryUsage().heapUsed - code_and_metadata_size - bytecode_and_metadata_size;
}

function countObjects() {
  return {
    timers: process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length,
    emitters: queryObjects(EventEmitter, { format: 'count' }),
    functions: queryObjects(Function, { format: 'count' }),
  };
}
