import type { Measured } from '../stand/start-measured.ts';
import type { OpenSocket } from './open-socket.ts';
import { Tally } from './tally.ts';

const LOST_AFTER_MS = 20_000;

/** What a run came to. */
export interface Run {
  deliveriesPerSecond: number;
  cpuMicrosPerDelivery: number;
}

/** Sockets that hear the same, and what is told them. */
export interface Crowd {
  /**
   * Publishes a burst of changes as soon as every socket has heard all of the one before, for some seconds. Throws when anything is lost,
   * repeated or out of order.
   */
  drive(seconds: number): Promise<Run>;
  close(): void;
}

interface CrowdOptions {
  server: Measured;
  /** Opens every socket, each with a listener of its own. */
  open: (listen: Tally['listener']) => Promise<OpenSocket[]>;
  /** Changes published at once. */
  burst: number;
  /** Publishes the changes of these numbers. */
  publish: (numbers: number[]) => void;
}

/** Opens a crowd. */
export async function openCrowd({ server, open, burst, publish }: CrowdOptions): Promise<Crowd> {
  let published = 0;
  let awaited = 0;
  let onHeard = () => {};
  const tally = new Tally(() => {
    awaited -= 1;
    if (awaited === 0) onHeard();
  });
  const sockets = await open(() => tally.listener());

  const publishFor = (ms: number) =>
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
        awaited = sockets.length * burst;
        publish(Array.from({ length: burst }, (_, index) => published + index));
        published += burst;
      };
      onHeard();
    });

  return {
    async drive(seconds) {
      const [deliveredBefore, before] = [tally.delivered, await server.sample()];
      const startedAt = performance.now();
      await publishFor(seconds * 1_000);
      const elapsed = (performance.now() - startedAt) / 1_000;
      const after = await server.sample();
      if (tally.faults > 0) throw new Error(`${tally.faults} deliveries were lost, repeated or out of order`);
      const deliveries = tally.delivered - deliveredBefore;
      return {
        deliveriesPerSecond: deliveries / elapsed,
        cpuMicrosPerDelivery: (after.cpuMicros - before.cpuMicros) / deliveries,
      };
    },
    close() {
      for (const socket of sockets) socket.cut();
    },
  };
}
