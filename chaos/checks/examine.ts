import { setTimeout } from 'node:timers/promises';
import type { RideRecord } from '#server/rides/ride-model.ts';
import { BOUND_MS } from '../history/check-history.ts';
import type { Checked, Outcome, RecordCheck } from '../outcome.ts';
import type { Account } from '../screen/messages.ts';
import type { Screen } from '../testbed/open-screen.ts';
import type { Testbed } from '../testbed/testbed.ts';
import { comparePage, compareTab } from './check-pages.ts';
import { checkPayments, readProviderRecords } from './check-payments.ts';
import { checkDrivers, checkWrites } from './check-writes.ts';
import type { Database, JobQueue } from './stores.ts';

/**
 * How long jobs and payments may take to settle. The job of a dead worker is taken over once its lock
 * expires, after ten to fifteen seconds.
 */
const JOBS_MS = 20_000;

interface Examined {
  testbed: Testbed;
  /** The pages that have to equal the database, without one whose socket is cut. */
  pages: readonly Screen[];
  database: Database;
  queue: JobQueue;
}

interface Examination {
  /** In milliseconds since 1970. */
  pagesEqualAt: number;
  /** All checks except those on the records of the pages, which run at the end. */
  checks: Omit<Outcome['checks'], RecordCheck>;
}

/**
 * Runs every check while the users are paused. Pages have five seconds to become equal; payments
 * and jobs have 20.
 */
export async function examine({ testbed, pages, database, queue }: Examined): Promise<Examination> {
  /**
   * Expiries and refunds continue while the users are paused, so differences count only if no ride changed
   * during the comparison.
   */
  const comparePages = async (): Promise<Checked> => {
    const rides = await database.readRides();
    const compared = await comparePagesWith(rides);
    const isSame = versionsOf(rides) === versionsOf(await database.readRides());
    return isSame || compared.problems.length === 0 ? compared : comparePages();
  };
  const comparePagesWith = async (rides: readonly RideRecord[]): Promise<Checked> => {
    const screens = pages.map(async (screen) =>
      comparePage(screen.viewer, await screen.readLists(), rides).map(
        (difference) => `${screen.name}: ${difference}`,
      ),
    );
    const tabs = (testbed.tabs?.all ?? []).map(async ({ name, account, read }) =>
      compareTab(account, await read(), ridesOf(testbed, account, rides)).map(
        (difference) => `${name}: ${difference}`,
      ),
    );
    const problems = (await Promise.all([...screens, ...tabs])).flat();
    return { count: screens.length + tabs.length, problems };
  };
  const comparePayments = async (): Promise<Checked> => {
    const provider = await readProviderRecords(testbed.cluster.services.stripe);
    const succeeded = provider.payments.filter(({ status }) => status === 'succeeded');
    return { count: succeeded.length, problems: checkPayments(await database.readRides(), provider) };
  };

  const equal = await recheck(comparePages, BOUND_MS);
  const pagesEqualAt = Date.now();
  const jobs = await recheck(queue.check, JOBS_MS);
  const payments = await recheck(comparePayments, JOBS_MS);

  const rides = await database.readRides();
  const clients = testbed.screens.map(({ viewer, ackedWrites }) => ({
    userId: viewer.riderId ?? viewer.driverId ?? '',
    ackedWrites,
  }));
  const writeCount = clients.reduce((sum, { ackedWrites }) => sum + ackedWrites.length, 0);
  const checks = {
    'one driver per ride': { count: rides.length, problems: checkDrivers(rides, clients) },
    'writes kept': { count: writeCount, problems: checkWrites(rides, clients) },
    'payments match': payments,
    'jobs done': jobs,
    'pages equal': equal,
  };
  return { pagesEqualAt, checks };
}

const versionsOf = (rides: readonly RideRecord[]): string =>
  rides.map(({ id, version }) => `${id} ${version}`).join();

/**
 * Returns the rides of a tab's account. Its user id is known from the worker-thread page of the same account.
 */
function ridesOf({ screens }: Testbed, { email }: Account, rides: readonly RideRecord[]): RideRecord[] {
  const { viewer } = screens.find(({ name }) => name.endsWith(email)) ?? {};
  return rides.filter(({ riderId }) => !viewer?.riderId || riderId === viewer.riderId);
}

const POLL_MS = 50;

/**
 * Repeats a check until it finds no problem or the time is over. An error counts as a problem.
 *
 * @returns the last result
 */
async function recheck(check: () => Promise<Checked>, withinMs: number): Promise<Checked> {
  const giveUpAt = Date.now() + withinMs;
  while (true) {
    const checked = await check().catch((error: Error): Checked => ({ count: 0, problems: [error.message] }));
    if (checked.problems.length === 0 || Date.now() > giveUpAt) return checked;
    await setTimeout(POLL_MS);
  }
}
