import { setTimeout } from 'node:timers/promises';
import { checkDeeds } from './checks/check-deeds.ts';
import { checkDrivers } from './checks/check-drivers.ts';
import { checkPayments } from './checks/check-payments.ts';
import { comparePage } from './checks/compare-page.ts';
import { openQueue } from './checks/open-queue.ts';
import { readBooks } from './checks/read-books.ts';
import { startCluster } from './cluster.ts';
import { historyOf, openDatabase } from './database.ts';
import type { Fault } from './faults/fault.ts';
import { BOUND_MS, checkHistory, type Span } from './history/check-history.ts';
import { entitlements } from './history/entitlements.ts';
import { openScreens } from './open-screens.ts';
import { createRandom, shuffled } from './random.ts';
import { until } from './until.ts';

/** What was checked after a fault, and what was wrong. */
export interface Outcome {
  fault: string;
  /** From the fault to its end, and from there until every page equalled the database, in milliseconds. */
  awayMs: number;
  caughtUpMs: number;
  /** Changes of rides since the fault before, and how often they had to come to a screen. */
  changes: number;
  showings: number;
  rides: number;
  payments: number;
  pages: number;
  problems: string[];
}

/** Steady load between two faults. */
const CALM_MS = 2_500;

/** A job whose worker died is taken up by another when its lock has run out. */
const JOBS_MS = 16_000;

interface SeedRun {
  seed: number;
  faults: readonly Fault[];
  /** The bundle that each page runs. */
  screenProgram: string;
  /** Another launcher than the project's own. */
  launcher?: string;
}

/** Runs the product under load and lets each fault strike once, in an order that the seed decides. */
export async function runSeed({ seed, faults, screenProgram, launcher }: SeedRun): Promise<Outcome[]> {
  const random = createRandom(seed);
  const cluster = await startCluster(launcher);
  const database = await openDatabase(cluster.services.mongo);
  const queue = openQueue(cluster.services.redis);
  const screens = await openScreens({ services: cluster.services, program: screenProgram, seed });
  const doers = screens.map(({ viewer, deeds }) => ({
    userId: viewer.riderId ?? viewer.driverId ?? '',
    deeds,
  }));

  const differences = async () => {
    const rides = await database.readRides();
    const told = await Promise.all(screens.map((screen) => screen.tell()));
    return screens.flatMap(({ name, viewer }, index) => {
      const shown = told[index];
      return shown ? comparePage(viewer, shown, rides).map((says) => `${name}: ${says}`) : [];
    });
  };

  /** Waits until a check finds nothing; what it found last is the problem. */
  async function settle(what: string, check: () => Promise<string[]>, withinMs: number): Promise<string[]> {
    let found: string[] = [];
    const look = async () => {
      found = await check();
      return found.length === 0;
    };
    return until(look, { what, withinMs }).then(
      () => [],
      (error: Error) => (found.length > 0 ? found : [`${what}: ${error.cause}`]),
    );
  }

  const spans: Span[] = [];
  const outcomes: Outcome[] = [];

  async function suffer(fault: Fault): Promise<void> {
    for (const screen of screens) screen.act();
    await setTimeout(CALM_MS);
    const from = Date.now();
    await fault.strike(cluster, random);
    await cluster.untilReady();
    const to = Date.now();
    spans.push({ from, to });

    await Promise.all(screens.map((screen) => screen.rest()));
    const restedAt = Date.now();
    const pages = await settle('pages', differences, BOUND_MS);
    const caughtUpAt = Date.now();
    const jobs = await settle('jobs', queue.findStuck, JOBS_MS);
    const money = async () =>
      checkPayments(await database.readRides(), await readBooks(cluster.services.stripe));
    const payments = await settle('payments', money, JOBS_MS);

    const rides = await database.readRides();
    const books = await readBooks(cluster.services.stripe);
    outcomes.push({
      fault: fault.name,
      awayMs: to - from,
      caughtUpMs: caughtUpAt - restedAt,
      changes: 0,
      showings: 0,
      rides: rides.length,
      payments: books.payments.filter(({ status }) => status === 'succeeded').length,
      pages: screens.length,
      problems: [...pages, ...jobs, ...payments, ...checkDrivers(rides, doers), ...checkDeeds(rides, doers)],
    });
  }

  try {
    for (const fault of shuffled(faults, random)) await suffer(fault);
    await setTimeout(1_000);
    const until = Date.now();
    const rides = (await database.readRides()).map(historyOf);
    for (const { name, viewer, record } of screens) {
      const entitled = entitlements(viewer, rides);
      for (const found of checkHistory({ record, entitled, faults: spans, until })) {
        outcomes
          .at(-1)
          ?.problems.push(
            `${name}: ${found.name}: ${found.list} ${found.rideId} ${found.version} ${found.says}`,
          );
      }
    }
    return outcomes;
  } finally {
    await Promise.all(screens.map((screen) => screen.close()));
    await queue.close();
    await database.close();
    await cluster.stop();
  }
}
