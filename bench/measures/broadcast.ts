import { compare, type Row } from '../figures.ts';
import { micros, perSecond } from '../formats.ts';
import { compareFanOut } from './compare-fan-out.ts';
import type { Measure } from './measure.ts';

const SIZES = [500, 2_000, 5_000];

/** One new offer at a time, to every driver who watches. */
export const broadcast: Measure = async (stand, effort) => {
  const rows: Row[] = [];
  for (const drivers of SIZES) {
    const { product, floor } = await compareFanOut(stand, { drivers, burst: 1 }, effort);
    const to = `an offer to ${drivers.toLocaleString('en-US')} drivers`;
    rows.push(
      compare({
        what: `${to}: CPU per delivery`,
        product: product.map((run) => run.cpuMicrosPerDelivery),
        floor: floor.map((run) => run.cpuMicrosPerDelivery),
        format: micros,
        aim: { sign: '<=', ratio: 1 },
      }),
      compare({
        what: `${to}: deliveries`,
        product: product.map((run) => run.deliveriesPerSecond),
        floor: floor.map((run) => run.deliveriesPerSecond),
        format: perSecond,
        aim: { sign: '>=', ratio: 1 },
      }),
    );
  }
  return rows;
};
