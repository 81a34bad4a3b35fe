import { createHash } from 'node:crypto';
import { ObjectId } from 'bson';
import express, { type ErrorRequestHandler } from 'express';
import mongoose from 'mongoose';
import { AppError } from '#common/errors.ts';
import { servedTypes } from '#common/vehicles/vehicle.ts';
import { keyOf } from '#embedded/document-store/bson-key.ts';
import type { CollectionIndex } from '#embedded/document-store/collection-index.ts';
import type { DocumentStore } from '#embedded/document-store/document-store.ts';
import { env } from '#server/env.ts';
import { RIDES_CHANGED } from '#server/infra/channels.ts';
import { followDatabaseClock } from '#server/infra/database-clock.ts';
import { isUnavailable } from '#server/infra/is-unavailable.ts';
import { enqueue } from '#server/infra/queues.ts';
import { channel } from '#server/infra/redis.ts';
import { PAYABLES } from '#server/payables.ts';
import { createStripeWebhookRoutes } from '#server/payments/stripe-webhook-routes.ts';
import { type RideDoc, type RideRecord, toRideRecord } from '#server/rides/ride-model.ts';
import { toFleetVehicle, VehicleModel } from '#server/vehicles/vehicle-model.ts';
import { handlers } from '#workers/handlers.ts';
import { type Schedules, work } from '#workers/work.ts';
import { DAY_MS, type Ending, type Line, type RideAct, STARTS_AT, type Story } from '../acts.ts';
import { clockTime } from '../clock-time.ts';
import { checkCity, type Problem } from './check-city.ts';
import { checkStep, noRides } from './check-step.ts';
import { linesOf, Page } from './pages.ts';
import { performAct } from './perform-act.ts';
import { type BookedRide, NothingToDo } from './performance.ts';
import { scheduleFault } from './schedule-fault.ts';
import type { Death, TaskResult } from './scheduler.ts';
import { type People, seedWorld } from './settle-people.ts';
import { dispatchToApp } from './stand-ins/http-in-process.ts';
import { installMongo, type RanCommand } from './stand-ins/mongo-in-process.ts';
import { openStripe } from './stand-ins/stripe-simulator.ts';
import { type World, world } from './the-world.ts';

/**
 * The product's schedules at longer intervals: they find the same things, only later. The relay runs when a
 * message waits for it.
 */
const SCHEDULES: Schedules = {
  'reconcile-rides': 900_000,
  'reconcile-payment-events': 6 * 3_600_000,
  'reconcile-gift-cards': 3_600_000,
  'reconcile-mails': 3_600_000,
  'remind-riders': 3_600_000,
  'watch-rides': 3_600_000,
  'notify-still-searching': 3_600_000,
  'credit-late-rides': 1_800_000,
  'reconcile-money': { dailyAt: '03:30' },
  'remove-old-data': { dailyAt: '04:30' },
};

const RELAY_MS = 3_000;
/** Longer than Redis is ever away, even with two such faults in a row. */
const PUBLISHED_WITHIN_MS = 1_800_000;
/** This long after the last change of a ride every reconciliation has run. */
const QUIET_MS = 3_600_000;
const REPEAT_MS = 3_000;
/** Rides left open are completed at half past two at night, and the day is checked at five. */
const CLOSING_MS = 2.6 * 3_600_000;
const CHECK_MS = 5 * 3_600_000;
const PAGES_OF_DRIVERS = 3;

/**
 * Runs a story in this thread, which must not have run another.
 *
 * @returns how it ended, without the elapsed real time
 */
export async function simulate(story: Story): Promise<Omit<Ending, 'wallMs'>> {
  const { clock, scheduler } = world();
  const mongo = installMongo(scheduler);
  const stripe = openStripe();
  // Virtual time stands still here, because the driver reads real files.
  await scheduler.runThrough(connect(), { stands: true });
  const people = await scheduler.runThrough(seedWorld());
  await scheduler.runThrough(work(handlers, SCHEDULES));
  const vehicles = await scheduler.runThrough(countVehicles());
  const webhooks = webhookApp();

  const log: Ending['log'] = [];
  const addToLog = (text: string) => log.push({ at: clock.now() - STARTS_AT, text });
  /** Booked rides by number and leg. */
  const booked = new Map<string, BookedRide>();
  let problem: Ending['problem'] = null;
  const fail = ({ kind, text }: Problem) => {
    const named = [...booked].filter(([, { rideId }]) => text.includes(rideId));
    const rides = named.map(([key]) => Number.parseInt(key, 10));
    problem ??= { at: clock.now() - STARTS_AT, kind, text, rides };
    scheduler.halt();
  };

  const pages = [
    ...people.riders.map(({ id, name }) => new Page(name, { riderId: id })),
    ...people.drivers.slice(0, PAGES_OF_DRIVERS).map(({ id, name }) => new Page(name, { driverId: id })),
  ];
  const serves = await scheduler.runThrough(readServed(pages, people));
  await scheduler.runThrough(Promise.all(pages.map((page) => page.resync())));

  const known = noRides();
  /** Rides with an unpublished change. */
  const unpublished = new Set<string>();
  let isRelayDue = false;
  /** Since when there has continuously been an unpublished change; null if there is none. */
  let relayedSince: number | null = null;
  let writtenAt = 0;
  const rides = () => mongo.store.get(`${mongoose.connection.name}.rides`);
  const readRide = (id: string) => {
    const record = rides()?.records.get(keyOf(new ObjectId(id)));
    return record && (record.doc as unknown as RideDoc);
  };
  mongo.onCommand = (ran) => {
    for (const id of ridesWritten(ran)) {
      writtenAt = clock.now();
      const doc = readRide(id);
      if (!doc) continue;
      const ride = toRideRecord(doc);
      const page = pages.find((each) => each.misses(ride, doc.publishedVersion));
      if (page) {
        const text = `${page.name} does not show ride ${id} at version ${doc.publishedVersion}, which was published`;
        fail({ kind: 'pages', text });
      }
      const [first] = checkStep(ride, known, vehicles);
      if (first) fail({ kind: 'step', text: first });
      if (doc.unpublishedSince) unpublished.add(id);
      else unpublished.delete(id);
      if (doc.unpublishedSince && !isRelayDue) {
        isRelayDue = true;
        clock.at(clock.now() + RELAY_MS, relay);
      }
    }
  };
  const outboxes = findOutboxes(mongo.store);
  const relay = () => {
    isRelayDue = false;
    // Nearly always everything is published by now, and the relay would only read.
    if (outboxes.some((marks) => !marks.isEmpty)) {
      scheduler.start({ label: 'schedule' }, () => enqueue('relay-outbox', {}));
    }
    // A change that could not be published this time waits for the next run.
    clock.at(clock.now() + RELAY_MS, () => {
      const [first] = unpublished;
      relayedSince = first ? (relayedSince ?? clock.now()) : null;
      if (first && relayedSince !== null && clock.now() - relayedSince > PUBLISHED_WITHIN_MS) {
        fail({ kind: 'pages', text: `ride ${first} could not be published for half an hour` });
      } else if (first && !isRelayDue) relay();
    });
  };

  const current: World = world();
  current.isQuiet = () => known.active.size === 0 && clock.now() - writtenAt > QUIET_MS;
  current.onPublish = (name, message) => {
    if (name !== channel(RIDES_CHANGED)) return;
    const lines = linesOf(message);
    try {
      for (const page of pages) page.receive(lines);
    } catch (error) {
      // The product treats an error thrown by publishing as an unavailable Redis, and would retry forever.
      fail({ kind: 'error', text: `a page cannot read what was published: ${describeError(error)}` });
    }
  };
  current.onJobFailed = (name, error) => {
    const text = `${name} failed permanently: ${error instanceof Error ? error.message : String(error)}`;
    addToLog(text);
    if (!isExpected(error)) fail({ kind: 'jobs', text });
  };
  current.onWebhook = async (body, headers) => {
    const request = { method: 'POST', path: '/api/webhooks/stripe', headers, body };
    const result = await scheduler.start({ label: 'webhook' }, () => dispatchToApp(webhooks, request));
    return result.state === 'done' && Object(result.value).status === 200;
  };

  const disputeOver = (payments: readonly (string | null)[]) =>
    stripe.store
      .transact(null, (tx) => tx.list('disputes'))
      .findLast(({ payment_intent }) => payments.includes(`${payment_intent}`))?.id ?? null;

  const play = (line: Extract<Line, { ride: number }>, death: Death | null) => {
    const { ride, isBack = false } = line;
    const leg = isBack ? 'back' : 'lead';
    const label = `ride ${ride}${isBack ? ', way back' : ''}: ${describeAct(line)}`;
    const performance = {
      people,
      booked: booked.get(`${ride} ${leg}`),
      keep: (of: 'lead' | 'back', what: BookedRide) => booked.set(`${ride} ${of}`, what),
      disputeOver,
      idempotencyKey: `${ride} ${line.act} ${line.at}`,
    };
    scheduler
      .start({ label, death }, () => performAct(line, performance))
      .then((result) => {
        addToLog(`${label}: ${outcomeOf(result)}`);
        if (result.state === 'died') clock.at(clock.now() + REPEAT_MS, () => play(line, null));
        if (result.state === 'failed' && !isExpected(result.error)) {
          fail({ kind: 'error', text: `${label}: ${describeError(result.error)}` });
        }
      });
  };
  for (const line of story.lines) {
    clock.at(STARTS_AT + line.at, () => {
      if (!('ride' in line)) return scheduleFault(line, { pages, stripe, addToLog });
      play(line, line.death ?? null);
      const { repeatMs } = line;
      if (repeatMs !== undefined) clock.at(clock.now() + repeatMs, () => play(line, null));
    });
  }

  const lastAt = Math.max(0, ...story.lines.map(({ at }) => at));
  const days = Math.floor(lastAt / DAY_MS) + 1;
  for (let day = 1; day <= days && !problem; day += 1) {
    await scheduler.runUntil(STARTS_AT + day * DAY_MS + CLOSING_MS);
    if (problem) break;
    endRides();
    await scheduler.runUntil(STARTS_AT + day * DAY_MS + CHECK_MS);
    if (problem) break;
    const state = {
      rides: [...known.all.keys()].flatMap((id) => readRecord(readRide(id))),
      stripe,
      pages,
      serves,
    };
    const problems = await scheduler.runThrough(checkCity({ ...state, now: clock.now() }));
    if (problems[0]) fail(problems[0]);
  }

  const statuses: Record<string, number> = {};
  for (const { status } of known.all.values()) statuses[status] = (statuses[status] ?? 0) + 1;
  const digest = createHash('sha256');
  for (const { at, text } of log) digest.update(`${at} ${text}\n`);
  for (const collection of mongo.store.all()) {
    for (const { raw } of collection.records.values()) digest.update(raw);
  }
  return {
    problem,
    digest: digest.digest('hex').slice(0, 16),
    rides: known.all.size,
    statuses,
    requests: scheduler.performed,
    log: problem || story.lines.length < 100 ? log : [],
  };

  /**
   * Completes all rides that are still accepted or under way at night. Rides under way come first, because
   * their vehicles are in use.
   */
  function endRides(): void {
    const open = [...known.active.values()].filter(
      ({ driverId, scheduledAt }) => driverId !== null && Date.parse(scheduledAt) < clock.now(),
    );
    const inOrder = [...open.filter(isUnderWay), ...open.filter((ride) => !isUnderWay(ride))];
    const run = async () => {
      for (const ride of inOrder) await endRide(ride);
    };
    scheduler.start({ label: 'drivers end their rides' }, run);
  }

  async function endRide(ride: RideRecord): Promise<void> {
    const { id } = ride;
    const how = { people, booked: { rideId: id, clientSecret: null }, keep: () => {}, disputeOver };
    const acts: RideAct[] = [
      ...(isUnderWay(ride) ? [] : [{ act: 'start' } as const]),
      { act: 'complete', percent: 100 },
    ];
    try {
      for (const act of acts) await performAct(act, { ...how, idempotencyKey: `${id} end` });
    } catch (error) {
      fail({ kind: 'rides end', text: `ride ${id} cannot be ended: ${describeError(error)}` });
    }
  }
}

const isUnderWay = ({ status }: RideRecord): boolean => status === 'in_progress';

const readRecord = (doc: RideDoc | undefined): RideRecord[] => (doc ? [toRideRecord(doc)] : []);

async function connect(): Promise<void> {
  await mongoose.connect(env.MONGO_URL, { w: 'majority', journal: true, autoIndex: true });
  await followDatabaseClock(mongoose.connection.getClient());
  await Promise.all(Object.values(mongoose.models).map((model) => model.init()));
}

/**
 * Returns the indexes of outbox marks.
 *
 * @throws Error if the rides have none, because then the relay would never run
 */
function findOutboxes(store: DocumentStore): CollectionIndex[] {
  const ofMarks = ({ indexes }: { indexes: ReadonlyMap<string, CollectionIndex> }) =>
    [...indexes.values()].filter(({ paths }) => paths[0] === 'unpublishedSince');
  const rides = store.get(`${mongoose.connection.name}.rides`);
  if (!rides || ofMarks(rides).length === 0) throw new Error('rides have no index of outbox marks');
  return [...store.all()].flatMap(ofMarks);
}

async function countVehicles(): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const doc of await VehicleModel.find().lean()) {
    for (const kind of servedTypes(toFleetVehicle(doc))) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

async function readServed(pages: readonly Page[], { drivers }: People) {
  const served = new Map<Page, ReadonlySet<string>>();
  for (const page of pages) {
    const driver = drivers.find(({ name }) => name === page.name);
    const vehicles = driver ? await VehicleModel.find({ driverIds: driver.id }).lean() : [];
    served.set(page, new Set(vehicles.flatMap((doc) => servedTypes(toFleetVehicle(doc)))));
  }
  return served;
}

function webhookApp(): express.Express {
  const app = express();
  app.use(createStripeWebhookRoutes(PAYABLES));
  const refuse: ErrorRequestHandler = (_error, _req, res, _next) => {
    res.status(500).end();
  };
  app.use(refuse);
  return app;
}

/** Returns the ids of the rides that a command may have written. */
function ridesWritten({ name, command }: RanCommand): string[] {
  if (command[name] !== 'rides') return [];
  const filters = (list: unknown) =>
    Array.isArray(list) ? list.map((each) => Object(Object(each).q)._id) : [];
  const ids = {
    insert: Array.isArray(command.documents) ? command.documents.map((doc) => Object(doc)._id) : [],
    update: filters(command.updates),
    findAndModify: [Object(command.query)._id],
  };
  const written: unknown[] = Object.entries(ids).find(([known]) => known === name)?.[1] ?? [];
  return written.filter((id) => id instanceof ObjectId).map((id) => id.toHexString());
}

const describeError = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Whether an error is a refusal by the product or the provider, or the effect of an unavailable Redis. */
const isExpected = (error: unknown): boolean =>
  error instanceof AppError ||
  error instanceof NothingToDo ||
  isUnavailable(error) ||
  (error instanceof Error && /^Stripe(Card|InvalidRequest)Error$/.test(Object(error).type));

function outcomeOf(result: TaskResult): string {
  if (result.state === 'done') return String(result.value);
  if (result.state === 'died') return 'the server dies; it is sent again';
  const { error } = result;
  if (error instanceof AppError) return `refused: ${error.code} (${error.message})`;
  return error instanceof NothingToDo ? `nothing to do: ${error.message}` : describeError(error);
}

const UNTOLD = new Set(['act', 'at', 'ride', 'isBack', 'death', 'repeatMs']);

function describeAct(line: Extract<Line, { ride: number }>): string {
  const details = Object.entries(line)
    .filter(([name, value]) => !UNTOLD.has(name) && value !== null)
    .map(([name, value]) => `${name} ${name.endsWith('At') ? clockTime(Number(value)) : value}`);
  return details.length > 0 ? `${line.act} (${details.join(', ')})` : line.act;
}
