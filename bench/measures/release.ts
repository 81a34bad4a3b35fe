import { atMost, count, type Measure, millis, none, plain, quantile, sum } from '../figures.ts';
import { BACK_WITHIN_MS, CAUGHT_UP_WITHIN_MS, CHANGES_PER_SECOND, disturbInRounds } from './page-rounds.ts';

/**
 * Restarts both servers for the API in turn, while riders' and drivers' sockets are open and the API writes
 * 50 changes a second. No socket may close, no request fail and no change get lost.
 */
export const releaseApi: Measure = async (testbed, { rounds, sockets }) => {
  const seen = await disturbInRounds(testbed, { rounds, sockets }, async ({ cluster }) => {
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
 * Stops one of two servers for sockets under the same load. It disconnects its half of the pages at the
 * servers' own pace, and they reconnect to the other one. Pages take their snapshot as browsers do, with a
 * random delay of up to 800 ms.
 */
export const releaseSockets: Measure = async (testbed, { rounds, sockets }) => {
  const seen = await disturbInRounds(testbed, { rounds, sockets }, async ({ cluster }) => {
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
    atMost(`${under}: a page without a socket, the longest`, Math.max(...away), BACK_WITHIN_MS),
    atMost(
      'the same: from a page’s socket to its snapshot, p99',
      quantile(caughtUp, 0.99),
      CAUGHT_UP_WITHIN_MS,
    ),
    plain('the same: a page without a socket, p50', millis(quantile(away, 0.5))),
    plain('the same: from the first let go to the last one back, the longest', millis(Math.max(...allBack))),
    plain('the same: a page not current, p99', millis(quantile(dark, 0.99))),
    none('the same: pages that miss a change once they are back', sum(seen.map(({ stale }) => stale))),
    none('the same: requests failed', sum(seen.map(({ changes }) => changes.failures.length))),
  ];
};
