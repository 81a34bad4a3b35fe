import type { Effort } from '../figures.ts';
import type { Measured } from '../harness/measured.ts';
import type { OnText } from './frame-socket.ts';
import type { OpenSocket } from './sockets.ts';

/** Client sockets of one kind of server, and the load on them. */
export interface Crowd<Run> {
  /** Publishes changes for this many seconds. Throws when a delivery is lost, repeated or out of order. */
  drive(seconds: number): Promise<Run>;
  /** Closes the sockets and stops the server. */
  close(): Promise<void>;
}

/** Each round is split into this many short runs. */
const RUNS_PER_ROUND = 5;

/**
 * Drives two crowds in alternating short runs, so that other load on the machine affects both.
 * Closes them at the end.
 *
 * @returns the runs of each side in matching order, without the warm-up run
 */
export async function alternate<Run>(
  { product, baseline }: { product: Crowd<Run>; baseline: Crowd<Run> },
  { rounds, seconds }: Effort,
): Promise<{ product: Run[]; baseline: Run[] }> {
  const runs: { product: Run[]; baseline: Run[] } = { product: [], baseline: [] };
  for (const crowd of [baseline, product]) await crowd.drive(seconds / 2);
  for (let run = 0; run < rounds * RUNS_PER_ROUND; run += 1) {
    runs.baseline.push(await baseline.drive(seconds / RUNS_PER_ROUND));
    runs.product.push(await product.drive(seconds / RUNS_PER_ROUND));
  }
  await Promise.all([baseline.close(), product.close()]);
  return runs;
}

/** What one fan-out run measured. */
export interface FanOutRun {
  deliveriesPerSecond: number;
  cpuMicrosPerDelivery: number;
}

/** What a crowd is built from. */
export interface CrowdOptions {
  server: Measured;
  /** Opens every socket, each with its own listener. */
  open: (listener: () => OnText) => Promise<OpenSocket[]>;
  /** How many changes are published at once. */
  burst: number;
  /** Publishes the changes with these numbers. */
  publish: (numbers: number[]) => void;
}

const LOST_AFTER_MS = 20_000;

/**
 * Opens sockets of one room. Each burst is published as soon as every socket has received all of
 * the previous one.
 */
export async function openCrowd(options: CrowdOptions): Promise<Crowd<FanOutRun>> {
  const { server, open, burst, publish } = options;
  let published = 0;
  let awaited = 0;
  let onReceived = () => {};
  const tally = new Tally(() => {
    awaited -= 1;
    if (awaited === 0) onReceived();
  });
  const sockets = await open(() => tally.listener());

  const publishFor = (ms: number) =>
    new Promise<void>((resolve, reject) => {
      const endsAt = performance.now() + ms;
      const lost = setTimeout(
        () => reject(new Error(`${awaited} deliveries lost, ${tally.faults} wrong`)),
        ms + LOST_AFTER_MS,
      );
      onReceived = () => {
        if (performance.now() >= endsAt) {
          clearTimeout(lost);
          resolve();
          return;
        }
        awaited = sockets.length * burst;
        publish(Array.from({ length: burst }, (_, index) => published + index));
        published += burst;
      };
      onReceived();
    });

  return {
    async drive(seconds) {
      const [deliveredBefore, before] = [tally.delivered, await server.sample()];
      const startedAt = performance.now();
      await publishFor(seconds * 1_000);
      const elapsed = (performance.now() - startedAt) / 1_000;
      const after = await server.sample();
      tally.assertNoFaults();
      const deliveries = tally.delivered - deliveredBefore;
      return {
        deliveriesPerSecond: deliveries / elapsed,
        cpuMicrosPerDelivery: (after.cpuMicros - before.cpuMicros) / deliveries,
      };
    },
    async close() {
      for (const socket of sockets) socket.cut();
      await server.stop();
    },
  };
}

const QUOTE = '"'.charCodeAt(0);
const MARK = '#'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
const NINE = '9'.charCodeAt(0);

/**
 * Returns the index of the next `#` that begins a JSON string, or -1. Searches for that single byte, which is
 * ten times faster than searching for `"#`.
 */
function findMark(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(MARK, from);
  while (at >= 0 && bytes[at - 1] !== QUOTE) at = bytes.indexOf(MARK, at + 1);
  return at;
}

/**
 * Counts deliveries. The changes of a room are numbered (`rides.ts`), so after its first delivery each socket
 * expects a known number. Any other number means a lost, repeated or out-of-order delivery.
 */
export class Tally {
  delivered = 0;
  faults = 0;
  readonly #onDelivery: (number: number) => void;

  constructor(onDelivery: (number: number) => void = () => {}) {
    this.#onDelivery = onDelivery;
  }

  /** Returns the listener of one socket. */
  listener(): OnText {
    let expected: number | null = null;
    return (bytes, start, end) => {
      let at = findMark(bytes, start);
      while (at >= 0 && at < end) {
        let number = 0;
        for (at += 1; ; at += 1) {
          const digit = bytes[at] ?? 0;
          if (digit < ZERO || digit > NINE) break;
          number = number * 10 + digit - ZERO;
        }
        if (expected !== null && number !== expected) this.faults += 1;
        expected = number + 1;
        this.delivered += 1;
        this.#onDelivery(number);
        at = findMark(bytes, at);
      }
    };
  }

  /** @throws when any delivery was lost, repeated or out of order */
  assertNoFaults(): void {
    if (this.faults > 0) throw new Error(`${this.faults} deliveries were lost, repeated or out of order`);
  }
}
