import { setTimeout } from 'node:timers/promises';
import mongoose from 'mongoose';
import { hashPassword } from '#server/users/password.ts';
import { UserModel } from '#server/users/user-model.ts';
import { getRequest, HttpConnection, postRequest } from '../clients/http-connection.ts';
import { compare, type Measure, median, millis, quantile } from '../figures.ts';
import { idOf, ORIGIN, signIn, type Testbed } from '../harness/testbed.ts';

const PEOPLE = 300;
const PASSWORD = 'four lanterns in the rain';

/** What others may wait at most of all but one request in twenty, in milliseconds. */
const MOST_MS = 100;

/** Others, each of whom asks again a little after the last answer. */
const OTHERS = 10;
const PAUSE_MS = 20;

/** Who is told that too many sign in comes back after this, as Retry-After says. */
const COME_BACK_MS = 3_000;

/**
 * What others wait for the session and its account while 300 people sign in at once on one node, all by password and each from
 * an address of their own, until the last of them is in; against the same requests while nobody signs in.
 */
export const signIns: Measure = async (testbed, { rounds, seconds }) => {
  const server = await testbed.start('server', { TRUSTED_PROXIES: '1' });
  await storePeople(testbed);
  const [cookie = ''] = await signIn(testbed.redis, [{ riderId: idOf('rider', 0) }]);
  const request = getRequest({ path: '/api/session', cookie });

  const quiet: number[][] = [];
  const busy: number[][] = [];
  const lastsMs: number[] = [];
  await askUntil(server.port, request, setTimeout(seconds * 1_000));
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await askUntil(server.port, request, setTimeout(seconds * 1_000)));
    const beganAt = performance.now();
    busy.push(await askUntil(server.port, request, signInAtOnce(server.port)));
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

/** Signs everybody in; who is told to come back does. */
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
        while (!(await isLetIn(connection, request))) await setTimeout(COME_BACK_MS);
      } finally {
        connection.close();
      }
    }),
  );

/** @returns false where the server had too many waiting already */
async function isLetIn(connection: HttpConnection, request: Buffer): Promise<boolean> {
  try {
    await connection.request(request);
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('HTTP/1.1 503')) return false;
    throw error;
  }
}

/** Has others ask until something is over. @returns how long each answer took, in milliseconds */
async function askUntil(port: number, request: Buffer, over: Promise<unknown>): Promise<number[]> {
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
        const askedAt = performance.now();
        await connection.request(request);
        tookMs.push(performance.now() - askedAt);
        await setTimeout(PAUSE_MS);
      }
      connection.close();
    }),
  ]);
  return tookMs;
}
