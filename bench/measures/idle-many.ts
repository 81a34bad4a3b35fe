import { setTimeout } from 'node:timers/promises';
import { LINK } from '#common/rides/ride-events.ts';
import { openPagesElsewhere } from '../clients/page-processes.ts';
import { count, kilobytes, type Measure, millis, none, plain } from '../figures.ts';
import { cpuMillisPerSecond } from '../harness/measured.ts';
import { socketsThatFit } from '../harness/open-files.ts';

/** Four times as many pages as in the release measures. */
const TIMES_SOCKETS = 4;
const MAX_BYTES = 20_000;
const SETTLE_MS = 2_000;
/** Engine.IO's heartbeat interval of 20 seconds: nearly every page gets one heartbeat in this time. */
const HEARTBEAT_MS = 20_000;
const WATCHED_MS = 3 * LINK.pingEveryMs;
/**
 * The lowest share of expected pings. Pages that answer late are pinged late, and the last pongs fall
 * into the next window.
 */
const LEAST_PINGS = 0.8;

/**
 * Opens as many of 20,000 idle pages as one node can hold. Measures the memory of each, and
 * the CPU time of all.
 */
export const idleMany: Measure = async (testbed, { sockets }) => {
  const wanted = TIMES_SOCKETS * sockets;
  const connections = socketsThatFit(wanted);
  const server = await testbed.start('server');
  const before = await server.sample('collect');
  const pages = await openPagesElsewhere({
    port: server.port,
    redisUrl: testbed.redisUrl,
    first: 0,
    count: connections,
    isWatching: false,
  });
  try {
    await setTimeout(SETTLE_MS);
    const after = await server.sample('collect');
    const bytes = (after.rssBytes - before.rssBytes) / connections;
    const unwatched = await cpuMillisPerSecond(server, HEARTBEAT_MS);
    await pages.watchLinks();
    const { pings } = await pages.count();
    const watched = await cpuMillisPerSecond(server, WATCHED_MS);
    const seen = await pages.count();
    const least = (LEAST_PINGS * connections * WATCHED_MS) / LINK.pingEveryMs;
    if (seen.pings - pings < least) throw new Error(`${seen.pings - pings} pings came, of ${least} at least`);

    const fewer = connections < wanted ? `, of ${count(wanted)}: more files may not be open` : '';
    const what = `${count(connections)} idle pages at one node${fewer}`;
    return [
      {
        ...plain(`${what}: memory of a connection`, kilobytes(bytes)),
        aim: `≤ ${kilobytes(MAX_BYTES)}`,
        isReached: bytes <= MAX_BYTES,
      },
      plain('the same: CPU time of the node a second, with Engine.IO’s heartbeat alone', millis(unwatched)),
      plain('the same: CPU time of the node a second, with watched links', millis(watched)),
      none('the same: sockets lost', seen.lost),
    ];
  } finally {
    pages.close();
    await server.stop();
  }
};
