import type { Measured } from '../stand/start-measured.ts';
import { Tally } from './tally.ts';

const WARM_UP_SHARE = 0.3;
const LOST_AFTER_MS = 20_000;

/** What a run came to. */
export interface Run {
  deliveries: number;
  deliveriesPerSecond: number;
  cpuMicrosPerDelivery: number;
}

interface BurstOptions {
  server: Measured;
  /** Opens every socket of the room with the listeners it is given one by one; resolves to what closes them all. */
  open: (listen: Tally['listener']) => Promise<() => void>;
  sockets: number;
  /** Changes published at once. */
  burst: number;
  /** Publishes the changes of these numbers. */
  publish: (numbers: number[]) => void;
  seconds: number;
}

/**
 * Publishes a burst of changes as soon as every socket has heard all of the one before, for some seconds; warms up first. Throws when
 * anything is lost, repeated or out of order.
 */
export async function driveBursts(options: BurstOptions): Promise<Run> {
  const { server, sockets, burst, publish, seconds } = options;
  let published = 0;
  let awaited = 0;
  let onHeard = () => {};
  const tally = new Tally(() => {
    awaited -= 1;
    if (awaited === 0) onHeard();
  });
  const close = await options.open(() => tally.listener());

  const drive = (ms: number) =>
    new Promise<void>((resolve, reject) => {
      const endsAt = performance.now() + ms;
      const lost = setTimeout(
        () => reject(new Error(`${awaited} deliveries never came, ${tally.faults} came wrong`)),
        ms + LOST_AFTER_MS,
      );
      onHeard = () => {
        if (performance.now() >= endsAt) {
          clearTimeout(lost);
          resolve();
          return;
        }
        awaited = sockets * burst;
        publish(Array.from({ length: burst }, (_, index) => published + index));
        published += burst;
      };
      onHeard();
    });

  await drive(seconds * WARM_UP_SHARE * 1_000);
  const [deliveredBefore, startedAt, before] = [tally.delivered, performance.now(), await server.sample()];
  await drive(seconds * 1_000);
  const elapsed = (performance.now() - startedAt) / 1_000;
  const after = await server.sample();
  close();

  const deliveries = tally.delivered - deliveredBefore;
  if (tally.faults > 0) throw new Error(`${tally.faults} deliveries were lost, repeated or out of order`);
  return {
    deliveries,
    deliveriesPerSecond: deliveries / elapsed,
    cpuMicrosPerDelivery: (after.cpuMicros - before.cpuMicros) / deliveries,
  };
}
