import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { API } from '#common/api.ts';
import type { Audience, Endpoint } from '#common/endpoint.ts';
import { errorBodySchema } from '#common/errors.ts';
import { type Answer, answerTo, CALLERS, type Caller } from '#common/permissions.ts';
import { suspendDriver } from './drivers/edit-driver.ts';
import { env } from './env.ts';
import { as, visitor } from './testing/as.ts';
import { buildPdf } from './testing/build-file.ts';
import { buildParams, type Owners, signIn } from './testing/build-object.ts';
import { buildAdmin, buildDispatcher, buildDriver, buildRider } from './testing/build-user.ts';
import { sampleInput } from './testing/input-arbitrary.ts';
import { setUpTestApp } from './testing/set-up-test-app.ts';
import type { Reply, TestClient } from './testing/test-client.ts';
import type { UserRecord } from './users/user-model.ts';

setUpTestApp();

// There is no worker to wait for.
const { PAYMENT_WAIT_MS } = env;
beforeAll(() => {
  env.PAYMENT_WAIT_MS = 1;
});
afterAll(() => {
  env.PAYMENT_WAIT_MS = PAYMENT_WAIT_MS;
});

async function disable(user: UserRecord, admin: UserRecord): Promise<UserRecord> {
  await as(user).signIn();
  const reply = await as(admin).patch(`/api/ops/staff/${user.id}`, { isDisabled: true });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return user;
}

async function suspend(driver: UserRecord): Promise<UserRecord> {
  await suspendDriver(driver.id, 'Complaints', 'Dana Reyes');
  return driver;
}

/** Somebody of each kind; a visitor is nobody. */
const PEOPLE: Record<Caller, (owners: Owners) => Promise<UserRecord | null>> = {
  visitor: async () => null,
  rider: async ({ rider }) => rider,
  'other rider': () => buildRider(),
  driver: async ({ driver }) => driver,
  'other driver': () => buildDriver(),
  'suspended driver': async () => suspend(await buildDriver()),
  dispatcher: () => buildDispatcher(),
  admin: async ({ admin }) => admin,
  'disabled staff': async ({ admin }) => disable(await buildDispatcher(), admin),
};

/** A browser in which somebody has signed in. */
async function openBrowser(caller: Caller, user: UserRecord | null): Promise<TestClient> {
  // Signed in before the account was disabled.
  if (user && caller === 'disabled staff') return as(user);
  const browser = visitor();
  if (user) await signIn(user, browser);
  return browser;
}

/** What is answered with an error that says nothing of who asked, although its code is one that may. */
const OTHER_REASONS: Readonly<Record<string, string>> = {
  '/api/session/demo': 'there is no demo in tests',
  '/api/rides/:rideId/simulated-drive': 'nobody simulates drives in tests',
};

/** What an object of its own kind is named in the body of, and is not there; the call was let through. */
const NAMES_IN_BODY: readonly string[] = [
  '/api/account/password',
  '/api/account/email',
  '/api/account/profile',
  '/api/account/proof',
  '/api/account/passkeys',
  '/api/account/totp/confirm',
  '/api/account/data',
  '/api/account/deletion',
  '/api/saved-places/:placeId',
  '/api/rides/:rideId/payment-success',
  '/api/positions',
  '/api/validate-promo-code',
  '/api/validate-gift-card',
  '/api/gift-cards/balance',
  '/api/driver-applications',
  '/api/driver-applications/:token/reply',
];

const REFUSALS: Readonly<Record<string, Answer>> = { UNAUTHENTICATED: 401, FORBIDDEN: 403, NOT_FOUND: 404 };

/** The class of an answer; the message of one to input that was refused. */
function answerIn({ status, body }: Reply, { path }: Endpoint, expected: Answer): Answer | string {
  if (status < 400) return 'yes';
  const { code, message } = errorBodySchema.parse(body);
  if (code === 'INVALID_REQUEST') return NAMES_IN_BODY.includes(path) ? 'yes' : message;
  // Nobody signed in by the password of the sample.
  if (code === 'INVALID_CREDENTIALS') return 'yes';
  if (code === 'NOT_FOUND' && expected === 'yes' && OTHER_REASONS[path]) return 'yes';
  return REFUSALS[code] ?? 'yes';
}

interface Sent {
  client: TestClient;
  params: Record<string, string>;
  /** What bodies and queries name. */
  named: Record<string, unknown>;
}

/** Sends a call with input that its schemas take. */
function send(
  { method, path, query, body, file }: Endpoint,
  { client, params, named }: Sent,
): Promise<Reply> {
  const sample = (schema: z.ZodMiniType): Record<string, string> => {
    const input = Object(sampleInput(schema));
    for (const [key, value] of Object.entries(named)) if (key in input) input[key] = value;
    if ('bookingType' in input) Object.assign(input, { bookingType: 'hourly', hours: 3 });
    return input;
  };
  const filled = path.replace(/:(\w+)/g, (_match, name) => params[name] ?? '');
  const search = query ? `?${new URLSearchParams(sample(query))}` : '';
  return client.send(method, `${filled}${search}`, file ? buildPdf() : body && sample(body));
}

const buildOwners = async (): Promise<Owners> => ({
  rider: await buildRider(),
  driver: await buildDriver(),
  admin: await buildAdmin(),
});

/** Last of its group: they end sessions. */
const endsSessions = ({ method, path }: Endpoint) =>
  method === 'DELETE' && /^\/api\/(session|account\/sessions)$/.test(path);

/** Last of all are calls for everybody, some of which sign in. */
const AUDIENCES: readonly Audience[] = ['rider', 'driver', 'dispatcher', 'admin', 'user', 'anybody'];

describe.each(CALLERS)('the permission table holds for: %s', (caller) => {
  let user: UserRecord | null;
  let client: TestClient;
  /** Whose the objects are that calls name. */
  let owners: Owners;

  beforeAll(async () => {
    owners = await buildOwners();
    user = await PEOPLE[caller](owners);
    client = await openBrowser(caller, user);
    if (user && caller === 'suspended driver') owners.driver = user;
    if (user && !/^(other|disabled)/.test(caller)) owners.user = user;
  });

  test.each(AUDIENCES)('calls for: %s', async (who) => {
    const calls = API.filter((endpoint) => endpoint.who === who);
    const [expected, seen]: [string[], string[]] = [[], []];
    for (const endpoint of calls.toSorted(
      (one, other) => Number(endsSessions(one)) - Number(endsSessions(other)),
    )) {
      const call = `${endpoint.method} ${endpoint.path}`;
      const answer = answerTo(endpoint, caller);
      const riderId = endpoint.whose === 'self' ? owners.rider.id : (user?.id ?? owners.rider.id);
      const named = { riderId, driverId: owners.driver.id, vehicleId: null, role: user?.role ?? 'rider' };
      const params = await buildParams(endpoint.path, owners);
      const reply = await send(endpoint, { client, params, named });
      expected.push(`${call} ${answer === 'nothing' ? 'yes' : answer}`);
      seen.push(`${call} ${answerIn(reply, endpoint, answer)}`);
    }
    expect(seen).toEqual(expected);
  });
});

test('taking away what is somebody else’s does nothing', async () => {
  const owners = await buildOwners();
  const { placeId, key } = {
    ...(await buildParams('/api/saved-places/:placeId', owners)),
    ...(await buildParams('/api/account/sessions/:key', owners)),
  };
  const other = as(await buildRider());

  const replies = [
    await other.delete(`/api/saved-places/${placeId}`),
    await other.delete(`/api/account/sessions/${key}?role=rider`),
  ];

  expect(replies.map(({ status }) => status)).toEqual([204, 204]);
  const own = [
    await as(owners.rider).get('/api/saved-places'),
    await as(owners.rider).get('/api/account?role=rider'),
  ];
  expect(own.map(({ body }) => JSON.stringify(body))).toMatchObject([
    expect.stringContaining(placeId ?? 'no place'),
    expect.stringContaining(key ?? 'no session'),
  ]);
});
