import { setTimeout } from 'node:timers/promises';
import { type Changes, changeRides } from '../clients/changes.ts';
import { type Loss, Page } from '../clients/page.ts';
import { openMany } from '../clients/sockets.ts';
import { type Measure, millis, quantile, type Row } from '../figures.ts';
import { assertFilesFor, type Cluster, startCluster } from '../harness/cluster.ts';
import { servingAll, storeDrivers } from '../harness/store-drivers.ts';
import { storeRides } from '../harness/store-rides.ts';
import { idOf, signIn, type Testbed } from '../harness/testbed.ts';
import { acceptedRide, offeredRide } from '../rides.ts';

const CHANGES_PER_SECOND = 50;
const OPEN_OFFERS = 20;
/** How long changes go on before a release and after it. */
const CALM_MS = 2_000;
const POLL_MS = 50;
const CURRENT_WITHIN_MS = 60_000;
const LOST_AFTER_MS = 20_000;

const BACK_WITHIN_MS = 3_000;
const CAUGHT_UP_WITHIN_MS = 1_000;

const riderOf = (index: number) => idOf('rider', index);
const driverOf = (index: number) => idOf('driver', index);

/** What a round of releases saw. */
interface Round {
  changes: Changes;
  losses: Loss[];
  /** Changes that did not come by a page's socket, each page for itself. */
  unheard: number;
  /** Pages that show an older version than was answered. */
  stale: number;
}

/**
 * Both servers for the API are released in turn and replaced, under riders' and drivers' sockets and 50 changes a second, which the API
 * writes. No socket may notice, no request fail, and no change be lost.
 */
export const releaseApi: Measure = async (testbed, { rounds, sockets }) => {
  const seen = await releaseInRounds(testbed, { rounds, sockets }, async (cluster) => {
    for (const name of ['api-1', 'api-2']) {
      await cluster.release(name);
      await cluster.replace(name);
    }
  });
  const changed = sum(seen.map(({ changes }) => changes.answered()));
  const under = `releasing the API under ${count(sockets)} sockets and ${CHANGES_PER_SECOND} changes a second`;
  return [
    none(`${under}: sockets closed`, sum(seen.map(({ losses }) => losses.length))),
    none(
      `the same: requests failed, of ${count(changed)}`,
      sum(seen.map(({ changes }) => changes.failures.length)),
    ),
    none(
      `the same: changes lost on their way to a screen, of ${count(changed * 2)}`,
      sum(seen.map(({ unheard }) => unheard)),
    ),
  ];
};

/**
 * One of two servers for sockets is released, under the same: its half of the pages is let go in batches, and comes back at the other one.
 * Pages reconnect and take their snapshot as browsers do, by chance spread over 800 ms.
 */
export const releaseSockets: Measure = async (testbed, { rounds, sockets }) => {
  const seen = await releaseInRounds(testbed, { rounds, sockets }, async (cluster) => {
    await cluster.release('sockets-1');
    return () => cluster.replace('sockets-1');
  });
  const allBack = seen.map(({ losses }) => {
    const first = Math.min(...losses.map(({ closedAt }) => closedAt));
    return Math.max(...losses.map(({ backAt }) => (backAt ?? Number.NaN) - first));
  });
  const losses = seen.flatMap((round) => round.losses);
  const away = losses.map(({ closedAt, backAt }) => (backAt ?? Number.NaN) - closedAt);
  const caughtUp = losses.map(({ backAt, currentAt }) => (currentAt ?? Number.NaN) - (backAt ?? Number.NaN));
  const dark = losses.map(({ closedAt, currentAt }) => (currentAt ?? Number.NaN) - closedAt);
  const under = `releasing the sockets of ${count(losses.length / rounds)} pages, of ${count(sockets)}, under ${CHANGES_PER_SECOND} changes a second`;
  return [
    atMost(
      `${under}: from the first let go to the last one back, the longest`,
      Math.max(...allBack),
      BACK_WITHIN_MS,
    ),
    atMost(
      'the same: from a page’s socket to its snapshot, p99',
      quantile(caughtUp, 0.99),
      CAUGHT_UP_WITHIN_MS,
    ),
    plain(
      'the same: a page without a socket, p50 and the longest',
      `${millis(quantile(away, 0.5))}, ${millis(Math.max(...away))}`,
    ),
    plain('the same: a page not current, p99', millis(quantile(dark, 0.99))),
    none('the same: pages that miss a change once they are back', sum(seen.map(({ stale }) => stale))),
    none('the same: requests failed', sum(seen.map(({ changes }) => changes.failures.length))),
  ];
};

interface Extent {
  rounds: number;
  sockets: number;
}

/** @param release what is released in a round; may return what puts it back, for after the pages are counted */
async function releaseInRounds(
  testbed: Testbed,
  { rounds, sockets }: Extent,
  release: (cluster: Cluster) => Promise<undefined | (() => Promise<void>) | void>,
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
      const putBack = await release(cluster);
      await untilCurrent(pages);
      await setTimeout(CALM_MS);
      await changes.stop();
      const answered = (number: number) => changes.versions[number >> 1] || (before[number] ?? 0);
      await untilShown(pages, answered);
      const losses = pages.flatMap((page) => page.losses);
      const unheard = pages.map((page, number) =>
        unheardBy(page, { from: before[number] ?? 0, to: answered(number) }),
      );
      const stale = pages.filter((page, number) => page.version < answered(number)).length;
      for (const page of pages) page.close();
      await putBack?.();
      return { changes, losses, unheard: sum(unheard), stale };
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

/** Changes up to a version that the page's socket said nothing of: a ride that comes says all that was changed before. */
const unheardBy = ({ heard }: Page, { from, to }: { from: number; to: number }): number =>
  Math.max(0, to - Math.max(from, ...heard));

/** Resolves once every page that lost its socket has its snapshot. @throws after a minute */
async function untilCurrent(pages: readonly Page[]): Promise<void> {
  const endsAt = performance.now() + CURRENT_WITHIN_MS;
  const away = () => pages.filter(({ losses }) => losses.some(({ currentAt }) => currentAt === null)).length;
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

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const count = (value: number): string => Math.round(value).toLocaleString('en-US');

const plain = (what: string, product: string): Row => ({
  what,
  product,
  baseline: '',
  ratio: '',
  aim: '',
  isReached: null,
});

const none = (what: string, value: number): Row => ({
  ...plain(what, count(value)),
  aim: 'none',
  isReached: value === 0,
});

const atMost = (what: string, ms: number, most: number): Row => ({
  ...plain(what, millis(ms)),
  aim: `≤ ${millis(most)}`,
  isReached: ms <= most,
});
