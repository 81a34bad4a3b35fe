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
import { acceptedRide, offeredRide } from '../rides.ts';

export const CHANGES_PER_SECOND = 50;
const OPEN_OFFERS = 20;
/** How long changes go on before what happens to the pages and after it. */
const CALM_MS = 2_000;
const POLL_MS = 50;
const CURRENT_WITHIN_MS = 60_000;
const LOST_AFTER_MS = 20_000;

/** How fast pages have their sockets again, and how fast they know then how their rides stand. */
export const BACK_WITHIN_MS = 3_000;
export const CAUGHT_UP_WITHIN_MS = 1_000;

const riderOf = (index: number) => idOf('rider', index);
const driverOf = (index: number) => idOf('driver', index);

/** What a round saw. */
export interface Round {
  changes: Changes;
  losses: Loss[];
  /** Changes that no message of a page's socket told of, each page for itself. */
  unheard: number;
  /** Changes that came by a page's socket, each for itself, of those that were due. */
  delivered: number;
  due: number;
  /** Pages that show an older version than was answered. */
  stale: number;
}

interface Extent {
  rounds: number;
  /** Pages, half of them riders'. */
  sockets: number;
}

/** What a round happens to. */
export interface Scene {
  cluster: Cluster;
  pages: readonly Page[];
  /** May be stopped while pages are away, so that their snapshots alone can tell them of what they missed. */
  changes: Changes;
}

/**
 * Opens pages behind the balancer, a rider's and its driver's of each ride, and lets something happen to them while rides change.
 *
 * @param disturb what happens in a round; may return what puts it back, for after the pages are counted
 */
export async function disturbInRounds(
  testbed: Testbed,
  { rounds, sockets }: Extent,
  disturb: (scene: Scene) => Promise<undefined | (() => Promise<void>) | void>,
): Promise<Round[]> {
  assertFilesFor(sockets);
  const pairs = Math.floor(sockets / 2);
  const rides = Array.from({ length: pairs }, (_, index) => acceptedRide(riderOf(index), driverOf(index)));
  const offers = Array.from({ length: OPEN_OFFERS }, (_, index) => offeredRide(index));
  await storeRides(testbed.mongoUrl, [...offers, ...rides]);
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
      list: isDriver ? `/api/rides/driver/${driverOf(index)}` : `/api/rides/rider/${riderOf(index)}`,
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
        unheard: sum(seen.map(({ page, range }) => unheardBy(page, range))),
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

/** Versions of a ride: after the first, up to the last. */
interface Range {
  from: number;
  to: number;
}

/** Changes up to a version that the page's socket said nothing of: a ride that comes says all that was changed before. */
const unheardBy = ({ heard }: Page, { from, to }: Range): number =>
  Math.max(0, to - Math.max(from, ...heard));

/** Changes that came by the page's socket, each for itself. */
const deliveredTo = ({ heard }: Page, { from, to }: Range): number =>
  new Set(heard.filter((version) => version > from && version <= to)).size;

/** Resolves once every page that lost its socket has its snapshot. @throws after a minute */
export async function untilCurrent(pages: readonly Page[]): Promise<void> {
  const endsAt = performance.now() + CURRENT_WITHIN_MS;
  const away = () => pages.filter(({ isCurrent }) => !isCurrent).length;
  while (away() > 0) {
    if (performance.now() > endsAt) throw new Error(`${away()} pages did not come back`);
    await setTimeout(POLL_MS);
  }
}

/** Waits until every page shows what was answered last, twenty seconds at most: what has not come by then is lost. */
async function untilShown(pages: readonly Page[], answered: (number: number) => number): Promise<void> {
  const endsAt = performance.now() + LOST_AFTER_MS;
  const isBehind = (page: Page, number: number) => page.version < answered(number);
  while (pages.some(isBehind) && performance.now() < endsAt) await setTimeout(POLL_MS);
}
