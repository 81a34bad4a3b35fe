import { randomUUID } from 'node:crypto';
import { addDays, dateInVegas } from '#common/time.ts';
import { payByCard } from '../screen/pay-by-card.ts';
import type { DocumentedCall } from './documented-calls.ts';
import { spoil } from './hostile-input.ts';
import type { Answer, People, Person } from './people.ts';
import { createSeenIds, type SeenIds } from './seen-ids.ts';
import { type CallStep, type RideStep, STAGES, type Step } from './steps.ts';

/** The running product, and who calls it. */
export interface World {
  people: People;
  calls: ReadonlyMap<string, DocumentedCall>;
  /** Origin of the payment provider. */
  stripe: string;
  /** What was there before any step. */
  earlier: readonly [path: string, body: unknown][];
  /** Called for each request that was sent. */
  onRequest: (call: string, status: number) => void;
}

/** Something that the product must never answer or do. */
export class Fault extends Error {}

/** Takes the steps of a sequence. @throws Fault at the first answer that is wrong */
export async function runSteps(steps: readonly Step[], world: World): Promise<void> {
  const seen = createSeenIds(world.earlier);
  const keys = [randomUUID(), randomUUID(), randomUUID()];
  for (const step of steps) {
    if (step.step === 'ride') await bringRide(step, world, seen);
    else await makeCall(step, { world, seen, keys });
  }
}

interface Scene {
  world: World;
  seen: SeenIds;
  /** Idempotency keys of this sequence. */
  keys: readonly string[];
}

/** Who calls, by audience: mostly whose the object is, where it is somebody's; drivers include one who is suspended. */
function personOf({ caller, nth, isCurrent }: CallStep, people: People, owners: readonly string[]): Person {
  const { riders, drivers, dispatcher, admin, visitor } = people;
  const among = {
    ...{ rider: riders, driver: drivers, dispatcher: [dispatcher], admin: [admin] },
    ...{ anybody: [visitor], user: riders },
  }[caller];
  const owner = isCurrent ? among.find(({ id }) => id !== null && owners.includes(id)) : undefined;
  return owner ?? among[nth % among.length] ?? visitor;
}

const PDF = new TextEncoder().encode('%PDF-1.7\n% a file\n');

/** Names what was seen: ids, and the version of what the path names. */
function nameSeen(input: unknown, step: CallStep, { seen, subject, person }: Naming): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const version = subject === undefined ? undefined : seen.versionOf(subject);
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      if (key === 'version' && step.isCurrent && version !== undefined) return [key, version];
      if (key === 'riderId' && step.isCurrent) return [key, person.id];
      if (!/Id$/.test(key) || value === null) return [key, value];
      return [key, seen.pick(key, '', step.id) ?? value];
    }),
  );
}

interface Naming {
  seen: SeenIds;
  subject: string | undefined;
  person: Person;
}

/** What a path's parameters are filled with. */
function fillPath(
  step: CallStep,
  path: string,
  seen: SeenIds,
): { path: string; subject: string | undefined } {
  let subject: string | undefined;
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const id = seen.pick(name, path, step.id) ?? 'f'.repeat(24);
    subject = id;
    return encodeURIComponent(id);
  });
  return { path: filled, subject };
}

const searchOf = (query: unknown): string => {
  const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  const entries = Object.entries(Object(query)).map(([key, value]) => [key, textOf(value)]);
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : '';
};

async function makeCall(step: CallStep, { world, seen, keys }: Scene): Promise<void> {
  const call = world.calls.get(step.call);
  if (!call) throw new Error(`the product describes no ${step.call}`);
  const { path, subject } = fillPath(step, call.path, seen);
  const person = personOf(step, world.people, seen.ownersOf(subject ?? ''));
  const naming = { seen, subject, person };
  const query = nameSeen(step.query, step, naming);
  const body = nameSeen(step.body, step, naming);
  const isQuerySpoilt = step.how?.kind === 'value' && !call.body;
  const search = searchOf(isQuerySpoilt ? JSON.parse(spoil(query, step.how)) : query);
  const key = step.key === null ? undefined : keys[step.key];
  const request = {
    method: call.method,
    path: `${path}${search}`,
    ...(call.body && { body: spoil(body, step.how) }),
    ...(call.takesFile && { body: PDF }),
    headers: {
      ...(call.takesFile && { 'content-type': 'application/octet-stream' }),
      ...(key && { 'idempotency-key': key }),
    },
  };

  const before = await changesBy(person, subject, { world, call });
  const answers = await Promise.all(Array.from({ length: step.times }, () => person.send(request)));
  for (const { status, contentType, body: answered } of answers) {
    world.onRequest(step.call, status);
    const fault = call.findFault(status, contentType, answered);
    if (fault) throw new Fault(`${person.name}: ${request.method} ${request.path} ${fault}`);
    if (status < 300) seen.note(call.path, answered);
  }
  if (before === null || answers.some(({ status }) => status < 400)) return;
  const after = await changesBy(person, subject, { world, call });
  if (after !== before)
    throw new Fault(`${person.name}: ${request.method} ${request.path} was refused, and changed the ride`);
}

/** How many lines of a ride's history are this person's; null for a call that changes no ride. */
async function changesBy(
  person: Person,
  rideId: string | undefined,
  { world, call }: { world: World; call: DocumentedCall },
): Promise<number | null> {
  // What the product does by itself is nobody's.
  if (!person.id || call.method === 'GET' || !call.path.includes('{rideId}') || !rideId) return null;
  const { status, body } = await world.people.admin.send({ method: 'GET', path: `/api/ops/rides/${rideId}` });
  const history: { by?: { id: string } }[] = Object(body).history ?? [];
  return status === 200 ? history.filter(({ by }) => by?.id === person.id).length : null;
}

/** Books a ride and brings it as far as it goes; where the product refuses a step on the way, it stays there. */
async function bringRide(step: RideStep, world: World, seen: SeenIds): Promise<void> {
  const rider = world.people.riders[step.rider];
  const driver = world.people.drivers[step.driver];
  if (!rider || !driver) return;

  const send = async (person: Person, name: string, path: string, body?: object): Promise<Answer> => {
    const method = name.split(' ')[0] ?? '';
    const answer = await person.send({ method, path, ...(body && { body: JSON.stringify(body) }) });
    world.onRequest(name, answer.status);
    const fault = world.calls.get(name)?.findFault(answer.status, answer.contentType, answer.body);
    if (fault) throw new Fault(`${person.name}: ${method} ${path} ${fault}`);
    if (answer.status < 300) seen.note('/api/rides', answer.body);
    return answer;
  };
  const move = (status: string) =>
    send(driver, 'PATCH /api/rides/{rideId}/status', `/api/rides/${id}/status`, {
      ...{ status, confirmEarly: true, confirmOverlap: true },
      ...(status === 'accepted' && { driverId: driver.id }),
    });

  const { body } = await send(rider, 'POST /api/rides', '/api/rides', bookingOf(step, rider));
  const { ride, clientSecret } = Object(body);
  const id: string | undefined = ride?.id;
  if (!id) return;
  const ahead = STAGES.indexOf(step.stage);
  if (ahead === 0) return;
  const { id: paymentIntentId } = await payByCard(world.stripe, clientSecret);
  const paid = { paymentIntentId, riderId: rider.id };
  await send(rider, 'POST /api/rides/{rideId}/payment-success', `/api/rides/${id}/payment-success`, paid);
  if (step.stage === 'cancelled') {
    const cancel = { expectedFeeCents: 0 };
    await send(rider, 'POST /api/rides/{rideId}/cancel', `/api/rides/${id}/cancel`, cancel);
    return;
  }
  for (const [index, status] of ['accepted', 'en_route', 'in_progress'].entries()) {
    if (ahead >= index + 2) await move(status);
  }
  if (step.stage !== 'completed') return;
  await send(driver, 'PATCH /api/rides/{rideId}/complete', `/api/rides/${id}/complete`, {
    actualFare: ride.estimatedFare,
  });
}

const bookingOf = ({ hours, daysAhead }: RideStep, { id }: Person): object => ({
  ...{ riderId: id, customerName: 'Robin Rider', customerEmail: 'robin@example.com' },
  ...{ customerPhone: '(702) 555-0101', pickupLocation: 'Bellagio', dropoffLocation: 'Allegiant Stadium' },
  ...{
    rideType: 'lux-sedan',
    bookingType: hours ? 'hourly' : 'point-to-point',
    hours,
    gratuityPercentage: 18,
  },
  ...{ scheduledDate: addDays(dateInVegas(new Date()), daysAhead), scheduledTime: '18:30' },
});
