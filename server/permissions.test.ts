import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { API } from '#common/api.ts';
import type { Audience, Endpoint } from '#common/endpoint.ts';
import { errorBodySchema } from '#common/errors.ts';
import { type Answer, answerTo, CALLERS, type Caller } from '#common/permissions.ts';
import { suspendDriver } from './drivers/suspend-driver.ts';
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

// No worker runs in this test, so waiting for jobs is pointless.
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

/** Creates a user of each kind; null for the visitor. */
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

/** Returns a browser in which the user is signed in. */
async function openBrowser(caller: Caller, user: UserRecord | null): Promise<TestClient> {
  // Already signed in before the account was disabled.
  if (user && caller === 'disabled staff') return as(user);
  const browser = visitor();
  if (user) await signIn(user, browser);
  return browser;
}

/** Calls whose error code may mean missing permission but has another cause here, with that cause. */
const OTHER_REASONS: Readonly<Record<string, string>> = {
  '/api/session/demo': 'there is no demo in tests',
  '/api/rides/:rideId/simulated-drive': 'nobody simulates drives in tests',
};

/**
 * Calls whose body names a document that does not exist. INVALID_REQUEST means here that the caller was
 * permitted.
 */
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

/** Classifies a reply. Returns the message if the sample input was refused. */
function answerIn({ status, body }: Reply, { path }: Endpoint, expected: Answer): Answer | string {
  if (status < 400) return 'yes';
  const { code, message } = errorBodySchema.parse(body);
  if (code === 'INVALID_REQUEST') return NAMES_IN_BODY.includes(path) ? 'yes' : message;
  // The sample password is wrong, but the caller was permitted.
  if (code === 'INVALID_CREDENTIALS') return 'yes';
  if (code === 'NOT_FOUND' && expected === 'yes' && OTHER_REASONS[path]) return 'yes';
  return REFUSALS[code] ?? 'yes';
}

interface Sent {
  client: TestClient;
  params: Record<string, string>;
  /** Values for fields of bodies and queries. */
  named: Record<string, unknown>;
}

/** Sends a call with input that satisfies its schemas. */
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

/** These calls come last in their group, since they end sessions. */
const endsSessions = ({ method, path }: Endpoint) =>
  method === 'DELETE' && /^\/api\/(session|account\/sessions)$/.test(path);

/** Calls for everybody come last, since some of them sign in. */
const AUDIENCES: readonly Audience[] = ['rider', 'driver', 'dispatcher', 'admin', 'user', 'anybody'];

describe.each(CALLERS)('the permission table holds for: %s', (caller) => {
  let user: UserRecord | null;
  let client: TestClient;
  /** Owners of the documents that the calls refer to. */
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
    const wrong: string[] = [];
    for (const endpoint of calls.toSorted(
      (one, other) => Number(endsSessions(one)) - Number(endsSessions(other)),
    )) {
      const answer = answerTo(endpoint, caller);
      const expected = answer === 'nothing' ? 'yes' : answer;
      const riderId = endpoint.whose === 'self' ? owners.rider.id : (user?.id ?? owners.rider.id);
      const named = { riderId, driverId: owners.driver.id, vehicleId: null, role: user?.role ?? 'rider' };
      const params = await buildParams(endpoint.path, owners);
      const reply = await send(endpoint, { client, params, named });
      const seen = answerIn(reply, endpoint, answer);
      if (seen !== expected) wrong.push(`${endpoint.method} ${endpoint.path}: ${seen}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });
});

test('deleting another rider’s saved place or session has no effect', async () => {
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
