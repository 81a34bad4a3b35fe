import type { Socket as Connection } from 'engine.io';
import { logger } from '../infra/logger.ts';
import { cutConnection } from './cut-connection.ts';

/** Packets a peer may send in a window; a browser at work sends a handful, heartbeats included. */
const MOST_PACKETS = 100;
const WINDOW_MS = 60_000;

/** Cuts a connection whose peer sends more than a hundred packets within a minute. */
export function limitMessages(connection: Connection): void {
  let count = 0;
  let windowEndsAt = 0;
  connection.on('packet', () => {
    const now = performance.now();
    if (now > windowEndsAt) {
      count = 0;
      windowEndsAt = now + WINDOW_MS;
    }
    count += 1;
    if (count <= MOST_PACKETS) return;
    logger.warn('socket message rate exceeded, terminated');
    cutConnection(connection);
  });
}
