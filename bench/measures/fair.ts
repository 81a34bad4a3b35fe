import type { OnText } from '../clients/frame-socket.ts';
import { compare, type Measure, micros, quantile } from '../figures.ts';
import { baselineSide, type FanOutSide, watchersSide } from './fan-out.ts';

const DRIVERS = 500;
const OFFERS = 1_000;
const LOST_AFTER_MS = 20_000;

/** Chi-squared per degree of freedom. 99 of 100 fair series with 500 drivers stay below this. */
const FAIR = 1.15;

/**
 * Publishes one offer at a time to watching drivers. Measures which driver receives it first, and how much
 * later the last one does.
 */
export const fair: Measure = async (testbed) => {
  const baseline = await measureDeliveryOrder(await baselineSide(testbed, DRIVERS));
  const product = await measureDeliveryOrder(await watchersSide(testbed, 'server', DRIVERS));
  const chiSquared = chiSquaredOf(product.firsts);
  const each = `${OFFERS.toLocaleString('en-US')} offers to ${DRIVERS} drivers`;
  return [
    {
      what: `${each}: who hears first, chi-squared by degree of freedom`,
      product: chiSquared.toFixed(2),
      baseline: chiSquaredOf(baseline.firsts).toFixed(2),
      ratio: '',
      aim: `≤ ${FAIR}`,
      isReached: chiSquared <= FAIR,
    },
    ...[0.5, 0.99].map((share) =>
      compare({
        what: `${each}: from the first to the last, p${share * 100}`,
        product: [quantile(product.spreadsMicros, share)],
        baseline: [quantile(baseline.spreadsMicros, share)],
        format: micros,
        aim: null,
      }),
    ),
  ];
};

interface DeliveryOrder {
  /** How often each driver was the first to receive an offer. */
  firsts: number[];
  /** For each offer, the time between its first and its last delivery. */
  spreadsMicros: number[];
}

async function measureDeliveryOrder({ server, open, publish }: FanOutSide): Promise<DeliveryOrder> {
  const firsts = Array.from({ length: DRIVERS }, () => 0);
  const spreadsMicros: number[] = [];
  let [received, firstAt] = [0, 0];
  let onAll = () => {};
  let count = 0;
  const listener = (): OnText => {
    const driver = count;
    count += 1;
    return () => {
      if (received === 0) {
        firstAt = performance.now();
        firsts[driver] = (firsts[driver] ?? 0) + 1;
      }
      received += 1;
      if (received < DRIVERS) return;
      spreadsMicros.push((performance.now() - firstAt) * 1_000);
      onAll();
    };
  };
  const sockets = await open(listener);

  for (let offer = 0; offer < OFFERS; offer += 1) {
    received = 0;
    await new Promise<void>((resolve, reject) => {
      const lost = setTimeout(
        () => reject(new Error(`${DRIVERS - received} deliveries lost`)),
        LOST_AFTER_MS,
      );
      onAll = () => {
        clearTimeout(lost);
        resolve();
      };
      publish([offer]);
    });
  }

  for (const socket of sockets) socket.cut();
  await server.stop();
  return { firsts, spreadsMicros };
}

/**
 * Returns the chi-squared deviation of the counts from a uniform distribution per degree of freedom: 1 on
 * average for pure chance.
 */
function chiSquaredOf(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const chiSquared = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  return chiSquared / (counts.length - 1);
}
