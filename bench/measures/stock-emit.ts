import { alternate, type Crowd } from '../clients/crowd.ts';
import { compare, type Effort, type Measure, micros, perSecond, type Row } from '../figures.ts';
import { openTestbed, type Testbed } from '../harness/testbed.ts';
import { openWatchers } from './fan-out.ts';
import { openRidesUnderWay } from './pairs.ts';

/** Our server, and the same server emitting by Socket.IO's public API (`stock-emit-to-room.ts`). */
const [OURS, STOCK] = ['server', 'server-stock'];

/**
 * The private emit path is worth keeping while the public API costs at least 1.1 times as
 * much (decision 007).
 */
const AIM = { sign: '<=', ratio: 0.91 } as const;

const FAN_OUTS = [
  { what: 'an offer to 500 drivers', fanOut: { drivers: 500, burst: 1 } },
  { what: 'an offer to 2,000 drivers', fanOut: { drivers: 2_000, burst: 1 } },
  { what: '16 offers at once to 500 drivers', fanOut: { drivers: 500, burst: 16 } },
];

/** What bypassing Socket.IO's adapter and Engine.IO's queue saves. Run again when either is upgraded. */
export const stockEmit: Measure = async (testbed, effort) => {
  const rows: Row[] = [];
  for (const { what, fanOut } of FAN_OUTS) {
    const { ours, stock } = await compareEmits(testbed, effort, (on, name) => openWatchers(on, name, fanOut));
    rows.push(
      compare({
        what: `${what}: CPU per delivery`,
        product: ours.map((run) => run.cpuMicrosPerDelivery),
        baseline: stock.map((run) => run.cpuMicrosPerDelivery),
        format: micros,
        aim: AIM,
      }),
      compare({
        what: `${what}: deliveries`,
        product: ours.map((run) => run.deliveriesPerSecond),
        baseline: stock.map((run) => run.deliveriesPerSecond),
        format: perSecond,
        aim: null,
      }),
    );
  }

  const { ours, stock } = await compareEmits(testbed, effort, openRidesUnderWay);
  return [
    ...rows,
    compare({
      what: 'a change to its rider and driver, over 2 nodes: CPU per delivery',
      product: ours.map((run) => run.cpuMicrosPerDelivery),
      baseline: stock.map((run) => run.cpuMicrosPerDelivery),
      format: micros,
      aim: AIM,
    }),
    compare({
      what: 'a change to its rider and driver, over 2 nodes: time, p50',
      product: ours.map((run) => run.p50Micros),
      baseline: stock.map((run) => run.p50Micros),
      format: micros,
      aim: null,
    }),
  ];
};

/**
 * Drives both servers in turn. Each has its own testbed, because a server receives everything that is
 * published on its Redis.
 */
async function compareEmits<Run>(
  testbed: Testbed,
  effort: Effort,
  open: (testbed: Testbed, name: string) => Promise<Crowd<Run>>,
): Promise<{ ours: Run[]; stock: Run[] }> {
  const stockTestbed = await openTestbed();
  try {
    const sides = { product: await open(testbed, OURS), baseline: await open(stockTestbed, STOCK) };
    const { product, baseline } = await alternate(sides, effort);
    return { ours: product, stock: baseline };
  } finally {
    await stockTestbed.close();
  }
}
