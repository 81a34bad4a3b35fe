import { compare } from '../figures.ts';
import { micros, perSecond } from '../formats.ts';
import { compareFanOut } from './compare-fan-out.ts';
import type { Measure } from './measure.ts';

/** Sixteen offers at once, to 500 drivers who watch. */
export const burst: Measure = async (stand, effort) => {
  const { product, floor } = await compareFanOut(stand, { drivers: 500, burst: 16 }, effort);
  return [
    compare({
      what: '16 offers at once to 500 drivers: deliveries',
      product: product.map((run) => run.deliveriesPerSecond),
      floor: floor.map((run) => run.deliveriesPerSecond),
      format: perSecond,
      aim: { sign: '>=', ratio: 8 },
    }),
    compare({
      what: '16 offers at once to 500 drivers: CPU per delivery',
      product: product.map((run) => run.cpuMicrosPerDelivery),
      floor: floor.map((run) => run.cpuMicrosPerDelivery),
      format: micros,
      aim: null,
    }),
  ];
};
