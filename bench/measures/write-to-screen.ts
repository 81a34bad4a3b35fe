import { openFloorSocket } from '../clients/floor-socket.ts';
import { HttpConnection, patchRequest } from '../clients/http-connection.ts';
import type { OpenSocket } from '../clients/open-socket.ts';
import { openPageSocket } from '../clients/page-socket.ts';
import { Tally } from '../clients/tally.ts';
import { compare, quantile } from '../figures.ts';
import { micros } from '../formats.ts';
import { signIn } from '../stand/sign-in.ts';
import { ORIGIN } from '../stand/stand.ts';
import type { Measured } from '../stand/start-measured.ts';
import type { Measure } from './measure.ts';

const RIDE = 'c'.padStart(24, '0');
const RIDER = 'a'.padStart(24, '0');
const DRIVER = 'b'.padStart(24, '0');
const WARM_UP = 2_000;
const CHANGES_PER_SECOND = 300;

interface Side {
  server: Measured;
  cookie: string;
  open: (onText: ReturnType<Tally['listener']>) => Promise<OpenSocket>;
}

/** Changes one ride again and again, each time once the rider has it and the driver its answer; gives the median way in microseconds. */
async function drive({ server, cookie, open }: Side, changes: number): Promise<number> {
  let onHeard = () => {};
  const tally = new Tally(() => onHeard());
  const socket = await open(tally.listener());
  const connection = new HttpConnection(server.port);
  const body = { status: 'accepted', riderId: RIDER, driverId: DRIVER };
  const request = patchRequest({ path: `/api/bench/${RIDE}/announced`, cookie, origin: ORIGIN, body });

  const latencies: number[] = [];
  for (let change = 0; change < WARM_UP + changes; change += 1) {
    const askedAt = performance.now();
    const heard = new Promise<void>((resolve) => {
      onHeard = () => {
        if (change >= WARM_UP) latencies.push((performance.now() - askedAt) * 1_000);
        resolve();
      };
    });
    await Promise.all([connection.ask(request), heard]);
  }
  connection.close();
  socket.cut();
  if (tally.faults > 0) throw new Error(`${tally.faults} changes were lost, repeated or out of order`);
  return quantile(latencies, 0.5);
}

/** From a driver's request to the rider's screen, on one node, rides kept in memory. */
export const writeToScreen: Measure = async (stand, { rounds, seconds }) => {
  const [server, plain, checking] = [
    await stand.start('bench/product/app-node'),
    await stand.start('bench/floors/plain-chain'),
    await stand.start('bench/floors/plain-chain', { CHECKS_SESSION: 'true' }),
  ];
  const [rider = '', driver = ''] = await signIn(stand.redis, [{ riderId: RIDER }, { driverId: DRIVER }]);
  const ours: Side = {
    server,
    cookie: driver,
    open: (onText) => openPageSocket({ port: server.port, cookie: rider, onText }),
  };
  const byHand = (floor: Measured): Side => ({
    server: floor,
    cookie: driver,
    open: (onText) => openFloorSocket({ port: floor.port, room: RIDER, onText }),
  });

  const [product, careless, careful]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    careless.push(await drive(byHand(plain), seconds * CHANGES_PER_SECOND));
    product.push(await drive(ours, seconds * CHANGES_PER_SECOND));
    careful.push(await drive(byHand(checking), seconds * CHANGES_PER_SECOND));
  }
  await Promise.all([server, plain, checking].map((each) => each.stop()));

  const against = (floor: number[], name: string) =>
    compare({
      what: `from a driver's PATCH to the rider's socket, against ${name}: time, p50`,
      product,
      floor,
      format: micros,
      aim: { sign: '<=', ratio: 1.5 },
    });
  return [
    against(careless, 'the chain by hand that asks nobody who they are'),
    against(careful, 'the chain by hand that reads the session'),
  ];
};
