import { randomUUID } from 'node:crypto';
import { type Call, createCaller, Fault, fileOf, MAX_ADDRESS, type World } from './caller.ts';
import type { DocumentedCall } from './documented-calls.ts';
import { chargeOf, fitInput, fitParam, listQueries } from './fit-input.ts';
import { corrupt } from './hostile-input.ts';
import { newGuest, type Person } from './people.ts';
import { PREPARED } from './prepared-calls.ts';
import { playScene, type Stage } from './scenes.ts';
import { createSeenIds } from './seen-ids.ts';
import type { CallStep, Step } from './steps.ts';

interface Scene extends Stage {
  /** Idempotency keys of this sequence. */
  keys: readonly string[];
}

/**
 * Runs the steps of a sequence.
 *
 * @returns the rides that it booked by ride steps
 * @throws Fault at the first wrong reply
 */
export async function runSteps(steps: readonly Step[], world: World): Promise<readonly string[]> {
  const { earlier, isForeign } = world;
  const seen = createSeenIds({ earlier, isForeign });
  const scene = { world, seen, call: createCaller(world, seen), keys: [randomUUID(), randomUUID()] };
  world.people.visitor.forget();
  world.people.guest = null;
  for (const [index, step] of steps.entries()) {
    await (step.step === 'call' ? makeCall(step, scene) : playScene(step, scene)).catch((error) => {
      if (error instanceof Fault) error.taken = index + 1;
      throw error;
    });
  }
  return seen.brought();
}

/** Signs a guest up. Only the account of a guest may be lost. */
async function openGuest({ people, site, lane }: World, call: Call): Promise<Person> {
  if (people.guest) return people.guest;
  const guest = newGuest(site, lane, randomUUID().slice(0, 8));
  const { name: _, email, password } = guest;
  const phone = `(702) 555-${2_000 + lane}`;
  const { body } = await call(guest, 'POST /api/users', {
    body: { name: 'Robin Guest', email, password, phone },
  });
  guest.id = Object(body).rider?.id ?? null;
  people.guest = guest;
  return guest;
}

const WANTS_GUEST =
  /^(POST|PUT|DELETE) \/api\/account|\/people\/\{userId\}\/deletion|\/session\/(passkey|second-factor)$/;

/**
 * Chooses the calling person by audience, preferably the owner of the object. Drivers
 * include a suspended one.
 */
async function personOf({ call, caller, nth, isCurrent }: CallStep, owners: readonly string[], scene: Scene) {
  const { riders, drivers, dispatcher, admin, visitor } = scene.world.people;
  if (isCurrent && WANTS_GUEST.test(call)) {
    const guest = await openGuest(scene.world, scene.call);
    if (caller !== 'anybody' && call.includes('/api/account')) return guest;
  }
  const among = {
    ...{ rider: riders, driver: drivers, dispatcher: [dispatcher], admin: [admin] },
    ...{ anybody: [visitor], user: riders },
  }[caller];
  const owner = isCurrent ? among.find(({ id }) => id !== null && owners.includes(id)) : undefined;
  return owner ?? among[nth % among.length] ?? visitor;
}

/** Reads the list that contains the object, as a page does before a change. */
async function readList(call: DocumentedCall, person: Person, { world, call: send }: Scene): Promise<void> {
  const [path = '', ...others] = call.path.split(/\/\{/);
  const list = world.calls.get(`GET ${path}`);
  if (others.length === 0 || !list) return;
  const query = listQueries()[path];
  if (list.query?.required?.length && !query) return;
  await send(path.startsWith('/api/ops/') ? world.people.admin : person, `GET ${path}`, {
    ...(query && { query }),
  });
}

const searchOf = (query: unknown): string => {
  const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  const entries = Object.entries(Object(query))
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, textOf(value)]);
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : '';
};

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Chooses the values of the path parameters. */
function paramsOf(step: CallStep, path: string, { world, seen }: Scene): Record<string, string> {
  const params: Record<string, string> = {};
  for (const name of namesIn(path)) {
    const charge = name === 'chargeId' ? chargeOf(params.rideId ?? '', seen) : undefined;
    params[name] = charge ?? fitParam(name, path, { step, world, seen });
  }
  return params;
}

async function makeCall(step: CallStep, scene: Scene): Promise<void> {
  const { world, seen, keys } = scene;
  const call = world.calls.get(step.call);
  if (!call) throw new Error(`the product describes no ${step.call}`);
  const rideId = call.path.includes('{rideId}') ? seen.pick('rideId', call.path, step.id) : null;
  const person = await personOf(step, seen.ownersOf(rideId ?? ''), scene);
  if (step.isCurrent && !rideId) await readList(call, person, scene);

  const params = paramsOf(step, call.path, scene);
  const { id: ownId, role } = person;
  if (step.isCurrent && ownId && role === 'rider' && 'riderId' in params) params.riderId = ownId;
  if (step.isCurrent && 'driverId' in params) {
    const { drivers } = world.people;
    params.driverId = (role === 'driver' ? ownId : drivers[step.nth % drivers.length]?.id) ?? '';
  }
  const fit = { step, world, seen, person, subject: Object.values(params).at(-1) };
  let query = fitInput(step.query, fit);
  let body = fitInput(step.body, fit);
  const prepare = step.isCurrent ? PREPARED[step.call] : undefined;
  if (prepare) {
    const fitting = await prepare({ ...scene, person, params, body: Object(body) });
    Object.assign(params, fitting.params);
    if (fitting.query) query = { ...Object(query), ...fitting.query };
    if (fitting.body) body = { ...Object(body), ...fitting.body };
  }

  const isQueryCorrupted = step.how?.kind === 'value' && !call.body;
  const search = searchOf(isQueryCorrupted ? JSON.parse(corrupt(query, step.how)) : query);
  const key = step.key === null ? undefined : keys[step.key % keys.length];
  const path = call.path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const file = fileOf(call);
  const request = {
    method: call.method,
    path: `${path}${search}`.slice(0, MAX_ADDRESS),
    ...(call.body && { body: corrupt(body, step.how) }),
    ...file,
    headers: { ...file.headers, ...(key && { 'idempotency-key': key }) },
  };

  const before = await changesBy(person, params.rideId, { world, call, read: scene.call });
  const answers = await Promise.all(Array.from({ length: step.times }, () => person.send(request)));
  for (const { status, contentType, body: answered } of answers) {
    world.onRequest(step.call, status);
    const fault = call.findFault(status, contentType, answered);
    if (fault) throw new Fault(`${person.name}: ${request.method} ${request.path} ${fault}`);
    if (status < 300) seen.note(call.path, answered);
  }
  keepGuest(step, person, { world, answers, body });
  if (before === null || answers.some(({ status }) => status < 400)) return;
  const after = await changesBy(person, params.rideId, { world, call, read: scene.call });
  if (after !== null && after !== before)
    throw new Fault(`${person.name}: ${request.method} ${request.path} was refused, and changed the ride`);
}

interface Answered {
  world: World;
  answers: readonly { status: number }[];
  body: unknown;
}

/**
 * Keeps track of the guest: takes over a changed password, and drops a guest whose session or
 * account has ended.
 */
function keepGuest({ call }: CallStep, person: Person, { world, answers, body }: Answered): void {
  if (person !== world.people.guest) return;
  if (answers.some(({ status }) => status === 401)) world.people.guest = null;
  const isServed = answers.some(({ status }) => status < 300);
  if (isServed && call === 'POST /api/account/deletion') world.people.guest = null;
  const { password } = Object(body);
  if (isServed && call === 'PUT /api/account/password' && typeof password === 'string') {
    person.password = password;
  }
}

/** Counts the entries in a ride's history made by this person; null for a call that changes no ride. */
async function changesBy(
  person: Person,
  rideId: string | undefined,
  { world, call, read }: { world: World; call: DocumentedCall; read: Call },
): Promise<number | null> {
  // Changes that the product makes by itself have no author.
  if (!person.id || call.method === 'GET' || !rideId) return null;
  const { status, body } = await read(world.people.admin, 'GET /api/ops/rides/{rideId}', {
    params: { rideId },
  });
  const history: { by?: { id: string } }[] = Object(body).history ?? [];
  return status === 200 ? history.filter(({ by }) => by?.id === person.id).length : null;
}
