import { HttpConnection, patchRequest } from '../clients/http-connection.ts';
import { compare, type Row } from '../figures.ts';
import { micros } from '../formats.ts';
import { signIn } from '../stand/sign-in.ts';
import { ORIGIN, type Stand } from '../stand/stand.ts';
import type { Measured } from '../stand/start-measured.ts';
import type { Measure } from './measure.ts';

const CONNECTIONS = 32;
const WARM_UP_SHARE = 1;

const idOf = (role: 'a' | 'b' | 'c', index: number) => `${role}${index.toString(16).padStart(23, '0')}`;

async function requestsOf(stand: Stand): Promise<Buffer[]> {
  const people = Array.from({ length: CONNECTIONS }, (_, index) => ({ driverId: idOf('b', index) }));
  const cookies = await signIn(stand.redis, people);
  return cookies.map((cookie, index) =>
    patchRequest({
      path: `/api/bench/${idOf('c', index)}/status`,
      cookie,
      origin: ORIGIN,
      body: { status: 'accepted', riderId: idOf('a', index), driverId: idOf('b', index) },
    }),
  );
}

/** Asks on every connection as fast as answers come; gives the server's CPU time of a request. */
async function drive(server: Measured, requests: readonly Buffer[], seconds: number): Promise<number> {
  let answered = 0;
  const askFor = async (ms: number) => {
    const endsAt = performance.now() + ms;
    await Promise.all(
      requests.map(async (request) => {
        const connection = new HttpConnection(server.port);
        while (performance.now() < endsAt) {
          await connection.ask(request);
          answered += 1;
        }
        connection.close();
      }),
    );
  };

  await askFor(seconds * WARM_UP_SHARE * 1_000);
  const [answeredBefore, before] = [answered, await server.sample()];
  await askFor(seconds * 1_000);
  const after = await server.sample();
  return (after.cpuMicros - before.cpuMicros) / (answered - answeredBefore);
}

/** A PATCH that changes a ride in memory: what the way through our middleware costs, the session in Redis included. */
export const patch: Measure = async (stand, { rounds, seconds }) => {
  const programs = {
    product: await stand.start('bench/product/app-node'),
    http: await stand.start('bench/floors/plain-http'),
    byHand: await stand.start('bench/floors/http-by-hand'),
    express: await stand.start('bench/floors/stock-express'),
    stack: await stand.start('bench/floors/stock-stack'),
  };
  const requests = await requestsOf(stand);
  const cpu: Record<keyof typeof programs, number[]> = {
    product: [],
    http: [],
    byHand: [],
    express: [],
    stack: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    cpu.http.push(await drive(programs.http, requests, seconds));
    cpu.byHand.push(await drive(programs.byHand, requests, seconds));
    cpu.express.push(await drive(programs.express, requests, seconds));
    cpu.product.push(await drive(programs.product, requests, seconds));
    cpu.stack.push(await drive(programs.stack, requests, seconds));
  }
  await Promise.all(Object.values(programs).map((program) => program.stop()));

  const against = (floor: number[], name: string, aim: number | null): Row =>
    compare({
      what: `a PATCH through the whole middleware, against ${name}: CPU per request`,
      product: cpu.product,
      floor,
      format: micros,
      aim: aim ? { sign: '<=', ratio: aim } : null,
    });
  return [
    against(cpu.http, 'node:http that asks nobody who they are', 2.5),
    against(cpu.byHand, 'node:http that does the same by hand', 2.5),
    against(cpu.express, 'stock Express 5 that does no more either', 0.4),
    against(cpu.stack, 'stock Express 5 with the usual packages for the same', 0.4),
  ];
};
