import { setTimeout } from 'node:timers/promises';
import mongoose from 'mongoose';
import { hashPassword } from '#server/users/password.ts';
import { UserModel } from '#server/users/user-model.ts';
import { getRequest, HttpConnection, postRequest } from '../clients/http-connection.ts';
import { compare, type Measure, median, millis, quantile } from '../figures.ts';
import { idOf, ORIGIN, signIn, type Testbed } from '../harness/testbed.ts';

const PEOPLE = 300;
const PASSWORD = 'four lanterns in the rain';

/** Upper bound for the 95th percentile of other people's latency, in milliseconds. */
const MOST_MS = 100;

/** Number of other clients, and the pause of each between a reply and its next request. */
const OTHERS = 10;
const PAUSE_MS = 20;

/** Retry delay after a 503 for too many sign-ins, as its Retry-After says. */
const COME_BACK_MS = 3_000;

/**
 * Latency of other people's requests for their session and account while 300 people sign in at once on one
 * node, by password and each from a different address. Compared with the same requests while nobody signs in.
 */
export const signIns: Measure = async (testbed, { rounds, seconds }) => {
  const server = await testbed.start('server', { TRUSTED_PROXIES: '1' });
  await storePeople(testbed);
  const [cookie = ''] = await signIn(testbed.redis, [{ riderId: idOf('rider', 0) }]);
  const request = getRequest({ path: '/api/session', cookie });

  const quiet: number[][] = [];
  const busy: number[][] = [];
  const lastsMs: number[] = [];
  await requestUntil(server.port, request, setTimeout(seconds * 1_000));
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await requestUntil(server.port, request, setTimeout(seconds * 1_000)));
    const beganAt = performance.now();
    busy.push(await requestUntil(server.port, request, signInAtOnce(server.port)));
    lastsMs.push(performance.now() - beganAt);
  }

  const what = `a request of somebody else, while ${PEOPLE} people sign in at once`;
  const compareAt = (share: number, name: string) =>
    compare({
      what: `${what}: time, ${name}`,
      product: busy.map((run) => quantile(run, share)),
      baseline: quiet.map((run) => quantile(run, share)),
      format: millis,
      aim: null,
    });
  const isReached = median(busy.map((run) => quantile(run, 0.95))) < MOST_MS;
  return [
    compareAt(0.5, 'p50'),
    { ...compareAt(0.95, 'p95'), aim: `< ${MOST_MS} ms`, isReached },
    compareAt(0.99, 'p99'),
    {
      what: `until the last of the ${PEOPLE} is signed in`,
      product: millis(median(lastsMs)),
      baseline: '',
      ratio: '',
      aim: '',
      isReached: null,
    },
  ];
};

const emailOf = (person: number): string => `rider-${person}@example.com`;

async function storePeople({ mongoUrl }: Testbed): Promise<void> {
  await mongoose.connect(mongoUrl);
  const passwordHash = await hashPassword(PASSWORD);
  await UserModel.insertMany(
    Array.from({ length: PEOPLE }, (_, person) => ({
      _id: new mongoose.Types.ObjectId(idOf('rider', person)),
      name: 'Robin Rider',
      email: emailOf(person),
      passwordHash,
      role: 'rider',
      phone: null,
    })),
  );
  await mongoose.disconnect();
}

/** Signs everybody in at once. Those refused by 503 retry. */
const signInAtOnce = (port: number): Promise<unknown> =>
  Promise.all(
    Array.from({ length: PEOPLE }, async (_, person) => {
      const request = postRequest({
        path: '/api/session',
        origin: ORIGIN,
        address: `10.0.${Math.floor(person / 250)}.${(person % 250) + 1}`,
        body: { email: emailOf(person), password: PASSWORD },
      });
      const connection = new HttpConnection(port);
      try {
        while (!(await trySignIn(connection, request))) await setTimeout(COME_BACK_MS);
      } finally {
        connection.close();
      }
    }),
  );

/** @returns false when the server refused it because too many sign-ins were waiting */
async function trySignIn(connection: HttpConnection, request: Buffer): Promise<boolean> {
  try {
    await connection.request(request);
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('HTTP/1.1 503')) return false;
    throw error;
  }
}

/** Sends the other clients' requests until `over` settles. @returns the latency of each, in milliseconds */
async function requestUntil(port: number, request: Buffer, over: Promise<unknown>): Promise<number[]> {
  const tookMs: number[] = [];
  let isOver = false;
  const finished = over.finally(() => {
    isOver = true;
  });
  await Promise.all([
    finished,
    ...Array.from({ length: OTHERS }, async () => {
      const connection = new HttpConnection(port);
      while (!isOver) {
        const sentAt = performance.now();
        await connection.request(request);
        tookMs.push(performance.now() - sentAt);
        await setTimeout(PAUSE_MS);
      }
      connection.close();
    }),
  ]);
  return tookMs;
}
