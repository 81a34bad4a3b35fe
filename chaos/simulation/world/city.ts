import { createHash } from 'node:crypto';
import express, { type ErrorRequestHandler } from 'express';
import type { DocumentStore } from '#embedded/document-store/document-store.ts';
import { RIDES_CHANGED } from '#server/infra/channels.ts';
import { channel } from '#server/infra/redis.ts';
import { PAYABLES } from '#server/payables.ts';
import { createStripeWebhookRoutes } from '#server/payments/stripe-webhook-routes.ts';
import { handlers } from '#workers/handlers.ts';
import type { Schedules } from '#workers/keep-schedules.ts';
import { work } from '#workers/work.ts';
import { DAY_MS, type Ending, STARTS_AT, type Story } from '../acts.ts';
import { checkCity } from './check-city.ts';
import { Chronicle } from './chronicle.ts';
import { describeError, isExpected } from './describe-error.ts';
import { endRides } from './end-rides.ts';
import { connect, countVehicles, type Installation, openPages, readServed } from './installation.ts';
import { linesOf } from './pages.ts';
import { playLine } from './play-line.ts';
import { scheduleFault } from './schedule-fault.ts';
import { seedWorld } from './settle-people.ts';
import { dispatchToApp } from './stand-ins/http-in-process.ts';
import { installMongo } from './stand-ins/mongo-in-process.ts';
import { openStripe } from './stand-ins/stripe-simulator.ts';
import { world } from './the-world.ts';
import { type WatchedRides, watchWrites } from './watch-writes.ts';

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

/** Rides left open are completed at half past two at night, and the day is checked at five. */
const CLOSING_MS = 2.6 * 3_600_000;
const CHECK_MS = 5 * 3_600_000;

/**
 * Runs a story in this thread, which must not have run another.
 *
 * @returns how it ended, without the elapsed real time
 */
export async function simulate(story: Story): Promise<Omit<Ending, 'wallMs'>> {
  const installation = await startInstallation();
  const chronicle = new Chronicle();
  const rides = watchWrites(installation, chronicle);
  deliverMessages(installation, chronicle);
  deliverWebhooks();
  noteFailedJobs(chronicle);
  scheduleLines(story, installation, chronicle);
  for (let day = 1; day <= daysOf(story) && !chronicle.problem; day += 1) {
    await passDay(day, { installation, rides, chronicle });
  }
  return endingOf(story, { installation, rides, chronicle });
}

/** Starts the stores, the provider and the worker, fills the city, and opens the pages. */
async function startInstallation(): Promise<Installation> {
  const { scheduler } = world();
  const mongo = installMongo(scheduler);
  const stripe = openStripe();
  // Virtual time stands still here, because the driver reads real files.
  await scheduler.runThrough(connect(), { stands: true });
  const people = await scheduler.runThrough(seedWorld());
  await scheduler.runThrough(work(handlers, SCHEDULES));
  const vehicles = await scheduler.runThrough(countVehicles());

  const pages = openPages(people);
  const serves = await scheduler.runThrough(readServed(pages, people));
  await scheduler.runThrough(Promise.all(pages.map((page) => page.resync())));
  return { mongo, stripe, people, pages, serves, vehicles };
}

/** Passes each message about rides to the open pages. */
function deliverMessages({ pages }: Installation, chronicle: Chronicle): void {
  world().onPublish = (name, message) => {
    if (name !== channel(RIDES_CHANGED)) return;
    const lines = linesOf(message);
    try {
      for (const page of pages) page.receive(lines);
    } catch (error) {
      // The product treats an error thrown by publishing as an unavailable Redis, and would retry forever.
      const text = `a page cannot read what was published: ${describeError(error)}`;
      chronicle.fail({ kind: 'error', text });
    }
  };
}

/** Passes each webhook of the provider to the product's route. */
function deliverWebhooks(): void {
  const app = express();
  app.use(createStripeWebhookRoutes(PAYABLES));
  const refuse: ErrorRequestHandler = (_error, _req, res, _next) => {
    res.status(500).end();
  };
  app.use(refuse);
  world().onWebhook = async (body, headers) => {
    const request = { method: 'POST', path: '/api/webhooks/stripe', headers, body };
    const result = await world().scheduler.start({ label: 'webhook' }, () => dispatchToApp(app, request));
    return result.state === 'done' && Object(result.value).status === 200;
  };
}

function noteFailedJobs(chronicle: Chronicle): void {
  world().onJobFailed = (name, error) => {
    const text = `${name} failed permanently: ${error instanceof Error ? error.message : String(error)}`;
    chronicle.add(text);
    if (!isExpected(error)) chronicle.fail({ kind: 'jobs', text });
  };
}

function scheduleLines({ lines }: Story, installation: Installation, chronicle: Chronicle): void {
  const machines = { ...installation, addToLog: (text: string) => chronicle.add(text) };
  for (const line of lines) {
    world().clock.at(STARTS_AT + line.at, () => {
      if ('ride' in line) playLine(line, installation, chronicle);
      else scheduleFault(line, machines);
    });
  }
}

const daysOf = ({ lines }: Story): number =>
  Math.floor(Math.max(0, ...lines.map(({ at }) => at)) / DAY_MS) + 1;

interface Course {
  installation: Installation;
  rides: WatchedRides;
  chronicle: Chronicle;
}

/** Lets the story run until the night after a day, ends the rides left open, and checks the city. */
async function passDay(day: number, { installation, rides, chronicle }: Course): Promise<void> {
  const { clock, scheduler } = world();
  await scheduler.runUntil(STARTS_AT + day * DAY_MS + CLOSING_MS);
  if (chronicle.problem) return;
  endRides(installation, rides, chronicle);
  await scheduler.runUntil(STARTS_AT + day * DAY_MS + CHECK_MS);
  if (chronicle.problem) return;
  const city = { ...installation, rides: rides.readAll(), now: clock.now() };
  const [first] = await scheduler.runThrough(checkCity(city));
  if (first) chronicle.fail(first);
}

function endingOf(
  story: Story,
  { installation, rides: { known }, chronicle: { problem, log } }: Course,
): Omit<Ending, 'wallMs'> {
  const statuses: Record<string, number> = {};
  for (const { status } of known.all.values()) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    problem,
    digest: digestOf(log, installation.mongo.store),
    rides: known.all.size,
    statuses,
    requests: world().scheduler.performed,
    log: problem || story.lines.length < 100 ? log : [],
  };
}

/** Returns a digest of everything that was logged and stored. */
function digestOf(log: Ending['log'], store: DocumentStore): string {
  const digest = createHash('sha256');
  for (const { at, text } of log) digest.update(`${at} ${text}\n`);
  for (const collection of store.all()) {
    for (const { raw } of collection.records.values()) digest.update(raw);
  }
  return digest.digest('hex').slice(0, 16);
}
