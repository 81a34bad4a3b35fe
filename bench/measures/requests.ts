import { Tally } from '../clients/crowd.ts';
import { requestInTurn } from '../clients/flood.ts';
import type { OnText } from '../clients/frame-socket.ts';
import { HttpConnection, patchRequest } from '../clients/http-connection.ts';
import { type OpenSocket, openBaselineSocket, openPageSocket } from '../clients/sockets.ts';
import { compare, type Measure, micros, quantile } from '../figures.ts';
import type { Measured } from '../harness/measured.ts';
import { idOf, ORIGIN, signIn, type Testbed } from '../harness/testbed.ts';
import type { HttpBaseline } from '../programs/http-baselines.ts';

const CONNECTIONS = 32;

/** Aim against the least that the required packages (Express, ioredis, Socket.IO) cost. */
const FLOOR_AIM = 1.2;

const startOurs = (testbed: Testbed) => testbed.start('bench/programs/app-node');
const startBaseline = (testbed: Testbed, name: HttpBaseline) =>
  testbed.start('bench/programs/http-baselines', { BASELINE: name });

/**
 * A PATCH that changes a ride in memory: the cost of our middleware, including the session read from Redis.
 */
export const patch: Measure = async (testbed, { rounds, seconds }) => {
  const ours = await startOurs(testbed);
  const baselines = [
    { server: await startBaseline(testbed, 'plain'), what: 'node:http that authorizes nobody', aim: 2.5 },
    {
      server: await startBaseline(testbed, 'by-hand'),
      what: 'node:http that does the same by hand',
      aim: 2.5,
    },
    {
      server: await startBaseline(testbed, 'express'),
      what: 'stock Express 5 that does no more',
      aim: FLOOR_AIM,
    },
    {
      server: await startBaseline(testbed, 'express-with-packages'),
      what: 'stock Express 5 with the usual packages for the same',
      aim: 0.4,
    },
  ];
  const requests = await patchRequests(testbed);

  const product: number[] = [];
  const cpu: number[][] = baselines.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { server }] of baselines.entries()) {
      cpu[index]?.push(await cpuPerRequest(server, requests, seconds));
    }
    product.push(await cpuPerRequest(ours, requests, seconds));
  }
  return baselines.map(({ what, aim }, index) =>
    compare({
      what: `a PATCH through the whole middleware, against ${what}: CPU per request`,
      product,
      baseline: cpu[index] ?? [],
      format: micros,
      aim: { sign: '<=', ratio: aim },
    }),
  );
};

/** Builds one request per connection, each for a different ride. */
async function patchRequests({ redis }: Testbed): Promise<Buffer[]> {
  const people = Array.from({ length: CONNECTIONS }, (_, index) => ({ driverId: idOf('driver', index) }));
  const cookies = await signIn(redis, people);
  return cookies.map((cookie, index) =>
    patchRequest({
      path: `/api/bench/${idOf('ride', index)}/status`,
      cookie,
      origin: ORIGIN,
      body: { status: 'accepted', riderId: idOf('rider', index), driverId: idOf('driver', index) },
    }),
  );
}

/**
 * Sends a request on every connection, again after each reply.
 *
 * @returns CPU time per request, in microseconds
 */
export async function cpuPerRequest(
  server: Measured,
  requests: readonly Buffer[],
  seconds: number,
): Promise<number> {
  // Warm-up of the same length.
  await requestInTurn(server, requests, seconds * 1_000);
  const before = await server.sample();
  const replied = await requestInTurn(server, requests, seconds * 1_000);
  const after = await server.sample();
  return (after.cpuMicros - before.cpuMicros) / replied;
}

const [RIDE, RIDER, DRIVER] = [idOf('ride', 0), idOf('rider', 0), idOf('driver', 0)];
const WARM_UP_CHANGES = 2_000;
const CHANGES_PER_SECOND = 300;

/** Latency from a driver's request to the rider's socket, on one node, with rides in memory. */
export const writeToScreen: Measure = async (testbed, { rounds, seconds }) => {
  const [rider = '', driver = ''] = await signIn(testbed.redis, [{ riderId: RIDER }, { driverId: DRIVER }]);
  const open = {
    page: (port: number, onText: OnText) => openPageSocket({ port, cookie: rider, onText }),
    baseline: (port: number, onText: OnText) => openBaselineSocket({ port, room: RIDER, onText }),
  };
  const ours: Side = { server: await startOurs(testbed), cookie: driver, open: open.page };
  const baselines = [
    {
      what: 'the chain by hand that authorizes nobody',
      side: { server: await startBaseline(testbed, 'chain'), cookie: driver, open: open.baseline },
      aim: 1.5,
    },
    {
      what: 'the chain by hand that reads the session',
      side: {
        server: await startBaseline(testbed, 'chain-with-session'),
        cookie: driver,
        open: open.baseline,
      },
      aim: 1.5,
    },
    {
      what: 'the chain of Express, ioredis and Socket.IO alone',
      side: { server: await startBaseline(testbed, 'chain-with-packages'), cookie: driver, open: open.page },
      aim: FLOOR_AIM,
    },
  ];

  const product: number[] = [];
  const latencies: number[][] = baselines.map(() => []);
  const changes = seconds * CHANGES_PER_SECOND;
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { side }] of baselines.entries()) {
      latencies[index]?.push(await medianToScreen(side, changes));
    }
    product.push(await medianToScreen(ours, changes));
  }
  return baselines.map(({ what, aim }, index) =>
    compare({
      what: `from a driver's PATCH to the rider's socket, against ${what}: time, p50`,
      product,
      baseline: latencies[index] ?? [],
      format: micros,
      aim: { sign: '<=', ratio: aim },
    }),
  );
};

interface Side {
  server: Measured;
  /** The driver's session cookie. */
  cookie: string;
  /** Opens the rider's socket. */
  open: (port: number, onText: OnText) => Promise<OpenSocket>;
}

/**
 * Changes one ride repeatedly, each time after the previous change was delivered and its reply received.
 *
 * @returns the median latency, in microseconds
 */
async function medianToScreen({ server, cookie, open }: Side, changes: number): Promise<number> {
  let onReceived = () => {};
  const tally = new Tally(() => onReceived());
  const socket = await open(server.port, tally.listener());
  const connection = new HttpConnection(server.port);
  const body = { status: 'accepted', riderId: RIDER, driverId: DRIVER };
  const request = patchRequest({ path: `/api/bench/${RIDE}/published`, cookie, origin: ORIGIN, body });

  const latencies: number[] = [];
  for (let change = 0; change < WARM_UP_CHANGES + changes; change += 1) {
    const sentAt = performance.now();
    const received = new Promise<void>((resolve) => {
      onReceived = () => {
        if (change >= WARM_UP_CHANGES) latencies.push((performance.now() - sentAt) * 1_000);
        resolve();
      };
    });
    await Promise.all([connection.request(request), received]);
  }
  connection.close();
  socket.cut();
  tally.assertNoFaults();
  return quantile(latencies, 0.5);
}
