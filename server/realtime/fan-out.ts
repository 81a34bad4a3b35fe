import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { publishDelaySeconds } from '../infra/metrics.ts';
import { type PublishedMessage, requestIdOfMessage, rideIdOf } from '../infra/published-message.ts';
import type { SocketServer } from './create-socket-server.ts';
import { emitToRoom } from './emit-to-room.ts';

interface FanOutOptions {
  /** Receives the age of each message in seconds; records it as a metric by default. */
  onDelay?: (seconds: number) => void;
}

const observeDelay = (seconds: number): void => publishDelaySeconds.observe(seconds);

/**
 * Forwards published messages (`infra/published-message.ts`) to the sockets of this node. Lines for rooms
 * without members here are skipped; the items of the others are forwarded without being parsed. At log level
 * `debug`, logs what was emitted of each change.
 */
export function createFanOut(
  io: SocketServer,
  { onDelay = observeDelay }: FanOutOptions = {},
): (message: PublishedMessage) => void {
  const add = createBatch<string>((key, items) => {
    const [room = '', event = ''] = key.split(' ');
    emitToRoom(io, room, event, items);
  });
  const { rooms } = io.sockets.adapter;

  return (message) => {
    const delay = (databaseClock.nowMs() - message.changedAt) / 1_000;
    const emitted = logger.isLevelEnabled('debug') ? new Set<string>() : null;
    for (const { room, event, item } of message.lines) {
      if (!rooms.has(room)) continue;
      const key = `${room} ${event}`;
      add(key, item);
      emitted?.add(key);
    }
    if (emitted?.size) {
      const about = { requestId: requestIdOfMessage(message), rideId: rideIdOf(message) };
      logger.debug({ ...about, emitted: [...emitted] }, 'change emitted');
    }
    // After the flush, so that sockets do not wait for the metric.
    process.nextTick(onDelay, delay);
  };
}

/**
 * Creates a batch that collects items by key until the current operation completes (`process.nextTick`), then
 * flushes each key once, in order of arrival: all changes of one read from Redis become one write per socket.
 * Adds no latency when idle.
 *
 * @param flushKey receives each key with its items
 * @returns a function that adds an item
 */
export function createBatch<Item>(flushKey: (key: string, items: Item[]) => void) {
  let pending = new Map<string, Item[]>();

  const flush = () => {
    const batch = pending;
    pending = new Map();
    for (const [key, items] of batch) flushKey(key, items);
  };

  return (key: string, item: Item): void => {
    if (pending.size === 0) process.nextTick(flush);
    const items = pending.get(key);
    if (items) items.push(item);
    else pending.set(key, [item]);
  };
}
