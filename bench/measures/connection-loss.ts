import { setTimeout } from 'node:timers/promises';
import type { Loss, Page } from '../clients/page.ts';
import { atMost, count, type Measure, median, millis, none, plain, quantile, sum } from '../figures.ts';
import type { Cluster } from '../harness/cluster.ts';
import {
  BACK_WITHIN_MS,
  CAUGHT_UP_WITHIN_MS,
  CHANGES_PER_SECOND,
  disturbInRounds,
  type Round,
  untilCurrent,
} from './page-rounds.ts';

/** The jitter measure uses a fifth of the pages of the release measures. */
const JITTER_SHARE = 5;
/** The average interval between network losses of a page, and the longest loss, in milliseconds. */
const DROP_EVERY_MS = 10_000;
const LONGEST_DROP_MS = 2_000;
const SECONDS_EACH = 6;
const STEP_MS = 10;
const POLL_MS = 20;

/**
 * Pages lose their network at random, each for less than two seconds at a time, while rides change. Measures
 * which share of changes sockets deliver, and whether every page shows the current state in the end. Lasts
 * six seconds for each second of a run.
 */
export const jitter: Measure = async (testbed, { rounds, seconds, sockets }) => {
  const pages = Math.max(100, Math.floor(sockets / JITTER_SHARE));
  const seen = await disturbInRounds(testbed, { rounds, sockets: pages }, async (scene) => {
    await dropAtRandom(scene.pages, SECONDS_EACH * seconds * 1_000);
    // Stopped here, because later changes would bring disconnected pages up to date through their sockets
    // rather than their snapshots.
    await scene.changes.stop();
  });
  const losses = seen.flatMap((round) => round.losses);
  const delivered = sum(seen.map((round) => round.delivered)) / sum(seen.map(({ due }) => due));
  const what = `${count(pages)} pages drop ${count(losses.length)} times for less than 2 s, under ${CHANGES_PER_SECOND} changes a second`;
  return [
    none(`${what}: pages that miss a change in the end`, sum(seen.map(({ stale }) => stale))),
    atMost('the same: from a page’s socket to its snapshot, p99', catchUpOf(losses), CAUGHT_UP_WITHIN_MS),
    plain('the same: changes that came by a socket, without a snapshot', `${(delivered * 100).toFixed(1)} %`),
    none('the same: requests failed', sum(seen.map(({ changes }) => changes.failures.length))),
  ];
};

/** Disconnects randomly chosen connected pages at an even rate. */
async function dropAtRandom(pages: readonly Page[], ms: number): Promise<void> {
  const startedAt = performance.now();
  let dropped = 0;
  for (let elapsed = 0; elapsed < ms; elapsed = performance.now() - startedAt) {
    for (; dropped < (elapsed / DROP_EVERY_MS) * pages.length; dropped += 1) {
      const page = pages[Math.floor(Math.random() * pages.length)];
      if (page?.isConnected) page.drop(Math.random() * LONGEST_DROP_MS);
    }
    await setTimeout(STEP_MS);
  }
}

/**
 * The balancer is killed and restarted, so that every page loses its socket at once. Measures the time until
 * all are connected again, and the CPU time it costs.
 */
export const avalanche: Measure = async (testbed, { rounds, sockets }) => {
  const cpu: number[] = [];
  const byRest: number[] = [];
  const seen = await disturbInRounds(testbed, { rounds, sockets }, async ({ cluster, pages }) => {
    const before = await cluster.cpuMicros();
    await loseEverySocket(cluster, pages);
    byRest.push(sum(pages.map(({ listsByRest }) => listsByRest)));
    const after = await cluster.cpuMicros();
    cpu.push(after.api + after.sockets - before.api - before.sockets);
  });
  // In the first round the servers have just started, so their code is still being compiled.
  const started = seen.slice(0, 1);
  const warm = seen.length > 1 ? seen.slice(1) : started;
  const losses = lossesOf(seen);
  const what = `${count(sockets)} pages lose their sockets at once, under ${CHANGES_PER_SECOND} changes a second`;
  return [
    atMost(
      `${what}: until the last is back, the longest`,
      Math.max(...warm.map(untilAllBack)),
      BACK_WITHIN_MS,
    ),
    atMost(
      'the same: from a page’s socket to its snapshot, p99',
      catchUpOf(lossesOf(warm)),
      CAUGHT_UP_WITHIN_MS,
    ),
    plain('the same: a page not current, p99', millis(quantile(lossesOf(warm).map(timeAway), 0.99))),
    plain(
      'just after the servers’ start: until the last is back',
      millis(Math.max(...started.map(untilAllBack))),
    ),
    plain(
      'just after their start: from a page’s socket to its snapshot, p99',
      millis(catchUpOf(lossesOf(started))),
    ),
    plain('the same: snapshot requests that failed', failedLoadsOf(losses)),
    plain('the same: lists that the socket did not answer in time', count(sum(byRest))),
    none(
      'the same: pages that lost their sockets again',
      losses.filter(({ isFollowed }) => isFollowed).length,
    ),
    none('the same: pages that miss a change once they are back', sum(seen.map(({ stale }) => stale))),
    plain('the same: CPU of the servers until all are current', millis(median(cpu) / 1_000)),
  ];
};

const lossesOf = (rounds: readonly Round[]): Loss[] => rounds.flatMap(({ losses }) => losses);

const untilAllBack = ({ losses }: Round): number =>
  Math.max(...losses.map(({ backAt }) => backAt ?? Number.NaN)) -
  Math.min(...losses.map(({ closedAt }) => closedAt));

const timeAway = ({ closedAt, currentAt }: Loss): number => (currentAt ?? Number.NaN) - closedAt;

/** Restarts the balancer. Resolves once every page has lost its socket and is current again. */
export async function loseEverySocket(cluster: Cluster, pages: readonly Page[]): Promise<void> {
  await cluster.restartBalancer();
  while (pages.some(({ losses }) => losses.length === 0)) await setTimeout(POLL_MS);
  await untilCurrent(pages);
}

/** Counts the failed snapshot requests by reason. */
function failedLoadsOf(losses: readonly Loss[]): string {
  const counts = new Map<string, number>();
  for (const reason of losses.flatMap(({ failedLoads }) => failedLoads)) {
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  if (counts.size === 0) return 'none';
  return [...counts].map(([reason, times]) => `${count(times)} × ${reason}`).join(', ');
}

/**
 * Returns the 99th percentile of the time from reconnection to snapshot, in milliseconds. Ignores sockets
 * that were lost again before their snapshot.
 */
const catchUpOf = (losses: readonly Loss[]): number =>
  quantile(
    losses
      .filter(({ isFollowed }) => !isFollowed)
      .map(({ backAt, currentAt }) => (currentAt ?? Number.NaN) - (backAt ?? Number.NaN)),
    0.99,
  );
