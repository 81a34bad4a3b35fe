import { setTimeout } from 'node:timers/promises';
import type { Socket as Connection } from 'engine.io';

const SMALLEST_SLICE = 100;
const SLICES = 20;
const PAUSE_MS = 100;

/** Closes connections a slice at a time, over two seconds at most, so that other nodes are not stormed by all their browsers at once. */
export async function closeInSlices(connections: readonly Connection[]): Promise<void> {
  const size = Math.max(SMALLEST_SLICE, Math.ceil(connections.length / SLICES));
  for (let start = 0; start < connections.length; start += size) {
    if (start > 0) await setTimeout(PAUSE_MS);
    // Not disconnect(), which tells a browser to stay away.
    for (const connection of connections.slice(start, start + size)) connection.close();
  }
}
