import type { OnText } from '../clients/frame-socket.ts';
import { compare, type Measure, micros, quantile } from '../figures.ts';
import { baselineSide, type FanOutSide, watchersSide } from './fan-out.ts';

const DRIVERS = 500;
const OFFERS = 1_000;
const LOST_AFTER_MS = 20_000;

/** Chi-squared by its degrees of freedom, which 99 of 100 fair series of 500 drivers stay below. */
const FAIR = 1.15;

/** One new offer at a time, to drivers who all watch: who hears of it first, and how much later the last does. */
export const fair: Measure = async (testbed) => {
  const baseline = await hear(await baselineSide(testbed, DRIVERS));
  const product = await hear(await watchersSide(testbed, 'server', DRIVERS));
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

interface Heard {
  /** How often each driver heard first. */
  firsts: number[];
  /** From the first driver who heard to the last, of each offer. */
  spreadsMicros: number[];
}

async function hear({ server, open, publish }: FanOutSide): Promise<Heard> {
  const firsts = Array.from({ length: DRIVERS }, () => 0);
  const spreadsMicros: number[] = [];
  let [heard, firstAt] = [0, 0];
  let onAll = () => {};
  let count = 0;
  const listener = (): OnText => {
    const driver = count;
    count += 1;
    return () => {
      if (heard === 0) {
        firstAt = performance.now();
        firsts[driver] = (firsts[driver] ?? 0) + 1;
      }
      heard += 1;
      if (heard < DRIVERS) return;
      spreadsMicros.push((performance.now() - firstAt) * 1_000);
      onAll();
    };
  };
  const sockets = await open(listener);

  for (let offer = 0; offer < OFFERS; offer += 1) {
    heard = 0;
    await new Promise<void>((resolve, reject) => {
      const lost = setTimeout(() => reject(new Error(`${DRIVERS - heard} deliveries lost`)), LOST_AFTER_MS);
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

/** How far the counts are from all alike, by degree of freedom: 1 on average where chance alone decides. */
function chiSquaredOf(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const chiSquared = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  return chiSquared / (counts.length - 1);
}
