import { setTimeout } from 'node:timers/promises';
import { LINK } from '#common/rides/ride-events.ts';
import { openMany, openPageSocket, type PageSocket } from '../clients/sockets.ts';
import { compare, type Measure, millis } from '../figures.ts';
import { cpuMillisPerSecond } from '../harness/measured.ts';
import { idOf, signIn } from '../harness/testbed.ts';

const CONNECTIONS = 1_000;
/** How long each side of a round is measured, in milliseconds. Every page is pinged twice in it. */
const WINDOW_MS = 2 * LINK.pingEveryMs;

const PONG = '42["link:pong"]';
/** Frame overhead in bytes of such a text, from and to the server. */
const [HEADER, MASKED_HEADER] = [2, 6];

/** Per second: CPU time of the server in milliseconds, and bytes in both directions. */
interface Idle {
  cpuMillis: number;
  bytes: number;
}

/**
 * Compares the cost of 1,000 idle pages that watch their links, as a driver's board does, with the same pages
 * on Engine.IO's heartbeat alone.
 */
export const linkWatch: Measure = async (testbed, { rounds }) => {
  const server = await testbed.start('server');
  const people = Array.from({ length: CONNECTIONS }, (_, index) => ({ driverId: idOf('driver', index) }));
  const cookies = await signIn(testbed.redis, people);
  let bytes = 0;
  const pages: PageSocket[] = await openMany(CONNECTIONS, async (index) => {
    const page = await openPageSocket({
      port: server.port,
      cookie: cookies[index] ?? '',
      onText: (_read, start, end) => {
        bytes += end - start + HEADER + PONG.length + MASKED_HEADER;
        page.send(PONG);
      },
    });
    return page;
  });
  const sendAll = async (event: string) => {
    // Spread over time, as real pages are. Otherwise all pings would fall into the same instant.
    for (const [index, page] of pages.entries()) {
      page.send(`42["${event}"]`);
      if (index % 10 === 9) await setTimeout(LINK.pingEveryMs / (CONNECTIONS / 10));
    }
  };

  const [watched, unwatched]: [Idle[], Idle[]] = [[], []];
  const measure = async (): Promise<Idle> => {
    bytes = 0;
    const cpuMillis = await cpuMillisPerSecond(server, WINDOW_MS);
    return { cpuMillis, bytes: bytes / (WINDOW_MS / 1_000) };
  };
  await sendAll('link:unwatch');
  for (let round = 0; round < rounds; round += 1) {
    unwatched.push(await measure());
    await sendAll('link:watch');
    watched.push(await measure());
    await sendAll('link:unwatch');
  }
  for (const page of pages) page.cut();
  await server.stop();

  const what = `${CONNECTIONS.toLocaleString('en-US')} pages that wait`;
  return [
    compare({
      what: `${what}: CPU time of the server a second`,
      product: watched.map(({ cpuMillis }) => cpuMillis),
      baseline: unwatched.map(({ cpuMillis }) => cpuMillis),
      format: millis,
      aim: null,
    }),
    {
      what: `${what}: bytes of pings and answers a second and page, frames included`,
      product: String(Math.round(Math.max(...watched.map((run) => run.bytes)) / CONNECTIONS)),
      baseline: String(Math.round(Math.max(...unwatched.map((run) => run.bytes)) / CONNECTIONS)),
      ratio: '',
      aim: '',
      isReached: null,
    },
  ];
};
