import type { RideRecord } from '#server/rides/ride-model.ts';
import type { Database } from '../database.ts';
import { BOUND_MS } from '../history/check-history.ts';
import type { Screen } from '../open-screen.ts';
import type { Checked, Outcome } from '../outcome.ts';
import type { Account } from '../people.ts';
import type { Scene } from '../scene.ts';
import { settle } from '../settle.ts';
import { checkDeeds } from './check-deeds.ts';
import { checkDrivers } from './check-drivers.ts';
import { checkPayments } from './check-payments.ts';
import { comparePage } from './compare-page.ts';
import { compareTab } from './compare-tab.ts';
import type { OutsideQueue } from './open-queue.ts';
import { readBooks } from './read-books.ts';

/** Jobs whose worker died are taken up by another when their locks have run out, ten to fifteen seconds later. */
const JOBS_MS = 20_000;

interface Examined {
  scene: Scene;
  /** Those that have to be right; one that is cut off cannot. */
  pages: readonly Screen[];
  database: Database;
  queue: OutsideQueue;
}

interface Examination {
  /** In milliseconds since 1970. */
  pagesEqualAt: number;
  /** What can be said at once. What each page showed is told by its whole history. */
  checks: Omit<Outcome['checks'], 'changes shown'>;
}

/** A tab's person has a page among the screens as well, which knows who that is. */
function ridesOf({ screens }: Scene, { email }: Account, rides: readonly RideRecord[]): RideRecord[] {
  const { viewer } = screens.find(({ name }) => name.endsWith(email)) ?? {};
  return rides.filter(({ riderId }) => !viewer?.riderId || riderId === viewer.riderId);
}

/** Looks at everything while nobody does anything: pages within five seconds, money and jobs once their time is up. */
export async function examine({ scene, pages, database, queue }: Examined): Promise<Examination> {
  const comparePages = async (): Promise<Checked> => {
    const rides = await database.readRides();
    const screens = pages.map(async (screen) =>
      comparePage(screen.viewer, await screen.tell(), rides).map((says) => `${screen.name}: ${says}`),
    );
    const tabs = (scene.tabs?.all ?? []).map(async ({ name, account, read }) =>
      compareTab(account, await read(), ridesOf(scene, account, rides)).map((says) => `${name}: ${says}`),
    );
    const problems = (await Promise.all([...screens, ...tabs])).flat();
    return { count: screens.length + tabs.length, problems };
  };
  const compareBooks = async (): Promise<Checked> => {
    const books = await readBooks(scene.cluster.services.stripe);
    const made = books.payments.filter(({ status }) => status === 'succeeded');
    return { count: made.length, problems: checkPayments(await database.readRides(), books) };
  };

  const equal = await settle(comparePages, BOUND_MS);
  const pagesEqualAt = Date.now();
  const jobs = await settle(queue.check, JOBS_MS);
  const payments = await settle(compareBooks, JOBS_MS);

  const rides = await database.readRides();
  const doers = scene.screens.map(({ viewer, deeds }) => ({
    userId: viewer.riderId ?? viewer.driverId ?? '',
    deeds,
  }));
  const deedCount = doers.reduce((sum, { deeds }) => sum + deeds.length, 0);
  const checks = {
    'one driver a ride': { count: rides.length, problems: checkDrivers(rides, doers) },
    'writes kept': { count: deedCount, problems: checkDeeds(rides, doers) },
    'payments right': payments,
    'jobs done': jobs,
    'pages equal': equal,
  };
  return { pagesEqualAt, checks };
}
