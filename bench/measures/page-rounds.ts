import { setTimeout } from 'node:timers/promises';
import { type Changes, changeRides } from '../clients/changes.ts';
import { type Loss, Page } from '../clients/page.ts';
import { openMany } from '../clients/sockets.ts';
import { sum } from '../figures.ts';
import { type Cluster, startCluster } from '../harness/cluster.ts';
import { assertFilesFor } from '../harness/open-files.ts';
import { servingAll, storeDrivers } from '../harness/store-drivers.ts';
import { storeRides } from '../harness/store-rides.ts';
import { idOf, signIn, type Testbed } from '../harness/testbed.ts';
import { acceptedRide, completedRide, offeredRide } from '../rides.ts';

export const CHANGES_PER_SECOND = 50;
const OPEN_OFFERS = 20;
/** How long changes go on before and after the disturbance. */
const CALM_MS = 2_000;
const POLL_MS = 50;
const CURRENT_WITHIN_MS = 60_000;
const LOST_AFTER_MS = 20_000;

/** Upper bounds for the time until a page has its socket again, and from there to its snapshot. */
export const BACK_WITHIN_MS = 3_000;
export const CAUGHT_UP_WITHIN_MS = 1_000;

const riderOf = (index: number) => idOf('rider', index);
const driverOf = (index: number) => idOf('driver', index);

/** What one round recorded. */
export interface Round {
  changes: Changes;
  losses: Loss[];
  /** Changes that no socket message covered, counted per page. */
  unheard: number;
  /** Changes that a page's socket delivered individually, and how many there were. */
  delivered: number;
  due: number;
  /** Pages that show an older version than the last reply contained. */
  stale: number;
}

interface Extent {
  rounds: number;
  /** Number of pages, half of them riders'. */
  sockets: number;
  /** How many rides each page lists. All but one were completed a day ago. Default: 1. */
  ridesEach?: number;
}

/** What a disturbance can act on. */
interface Scene {
  cluster: Cluster;
  pages: readonly Page[];
  /** May be stopped while pages are disconnected, so that only their snapshots can update them. */
  changes: Changes;
}

/**
 * Opens pages behind the balancer, one for the rider and one for the driver of each ride, and disturbs
 * them while rides change.
 *
 * @param disturb what happens in a round; may return a function that restores the cluster after the
 * round is evaluated
 */
export async function disturbInRounds(
  testbed: Testbed,
  { rounds, sockets, ridesEach = 1 }: Extent,
  disturb: (scene: Scene) => Promise<undefined | (() => Promise<void>) | void>,
): Promise<Round[]> {
  assertFilesFor(sockets);
  const pairs = Math.floor(sockets / 2);
  const rides = Array.from({ length: pairs }, (_, index) => acceptedRide(riderOf(index), driverOf(index)));
  const offers = Array.from({ length: OPEN_OFFERS }, (_, index) => offeredRide(index));
  const past = rides.flatMap(({ riderId, driverId }) =>
    Array.from({ length: ridesEach - 1 }, () => completedRide(riderId, driverId ?? '')),
  );
  await storeRides(testbed.mongoUrl, [...offers, ...past, ...rides]);
  await storeDrivers(testbed.mongoUrl, servingAll(rides.map(({ driverId }) => driverId ?? '')));
  const riders = await signIn(
    testbed.redis,
    rides.map(({ riderId }) => ({ riderId })),
  );
  const drivers = await signIn(
    testbed.redis,
    rides.map((_, index) => ({ driverId: driverOf(index) })),
  );
  const cluster = await startCluster(testbed);
  const { port } = cluster;

  const openPage = async (number: number) => {
    const index = number >> 1;
    const isDriver = number % 2 === 1;
    const page = new Page({
      port,
      cookie: (isDriver ? drivers : riders)[index] ?? '',
      list: isDriver
        ? { role: 'driver', path: `/api/rides/driver/${driverOf(index)}` }
        : { role: 'rider', path: `/api/rides/rider/${riderOf(index)}` },
      rideId: rides[index]?.id ?? '',
      isWatching: isDriver,
    });
    await page.open();
    return page;
  };

  const measureRound = async (): Promise<Round> => {
    const pages: Page[] = [];
    try {
      pages.push(...(await openMany(pairs * 2, openPage)));
      const before = pages.map(({ version }) => version);
      const changes = changeRides(
        port,
        rides.map(({ id }, index) => ({ rideId: id, cookie: riders[index] ?? '' })),
        CHANGES_PER_SECOND,
      );
      await setTimeout(CALM_MS);
      const putBack = await disturb({ cluster, pages, changes });
      await untilCurrent(pages);
      await setTimeout(CALM_MS);
      await changes.stop();
      const answered = (number: number) => changes.versions[number >> 1] || (before[number] ?? 0);
      await untilShown(pages, answered);
      const seen = pages.map((page, number) => ({
        page,
        range: { from: before[number] ?? 0, to: answered(number) },
      }));
      const round = {
        changes,
        losses: pages.flatMap(({ losses }) => losses),
        unheard: sum(seen.map(({ page, range }) => missedBy(page, range))),
        delivered: sum(seen.map(({ page, range }) => deliveredTo(page, range))),
        due: sum(seen.map(({ range }) => range.to - range.from)),
        stale: seen.filter(({ page, range }) => page.version < range.to).length,
      };
      for (const page of pages) page.close();
      await putBack?.();
      return round;
    } finally {
      for (const page of pages) page.close();
    }
  };

  try {
    const seen: Round[] = [];
    for (let round = 0; round < rounds; round += 1) seen.push(await measureRound());
    return seen;
  } finally {
    await cluster.stop();
  }
}

/** Versions of a ride, from the first (exclusive) to the last (inclusive). */
interface Range {
  from: number;
  to: number;
}

/**
 * Counts the changes that no message of the page's socket covered. A delivered ride includes all
 * its earlier changes.
 */
const missedBy = ({ received }: Page, { from, to }: Range): number =>
  Math.max(0, to - Math.max(from, ...received));

/** Counts the changes that the page's socket delivered individually. */
const deliveredTo = ({ received }: Page, { from, to }: Range): number =>
  new Set(received.filter((version) => version > from && version <= to)).size;

/** Resolves once every page that lost its socket has its snapshot. @throws after a minute */
export async function untilCurrent(pages: readonly Page[]): Promise<void> {
  const endsAt = performance.now() + CURRENT_WITHIN_MS;
  const away = () => pages.filter(({ isCurrent }) => !isCurrent).length;
  while (away() > 0) {
    if (performance.now() > endsAt) throw new Error(`${away()} pages did not come back`);
    await setTimeout(POLL_MS);
  }
}

/**
 * Waits until every page shows the last acknowledged version, for up to twenty seconds. What is missing
 * then counts as lost.
 */
async function untilShown(pages: readonly Page[], answered: (number: number) => number): Promise<void> {
  const endsAt = performance.now() + LOST_AFTER_MS;
  const isBehind = (page: Page, number: number) => page.version < answered(number);
  while (pages.some(isBehind) && performance.now() < endsAt) await setTimeout(POLL_MS);
}
