import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { LINK } from '#common/rides/ride-events.ts';
import { Tally } from '../clients/crowd.ts';
import type { PagesCommand, PagesCount, PagesOptions } from '../clients/page-processes.ts';
import { openMany, openPageSocket, type PageSocket } from '../clients/sockets.ts';
import { idOf, signIn } from '../harness/testbed.ts';

// Drivers' pages of one process with one local address. The pages of a measure are spread over several
// processes, because one process may not open enough files. Counts received offers and lost sockets, and
// reports changed counts to the parent process.

const OPENED_AT_ONCE = 20;
const REPORT_MS = 20;
const PING = '42["link:ping"';
const OFFERS = '42["offer:added"';
const PONG = '42["link:pong"]';

const { port, redisUrl, address, first, count, isWatching }: PagesOptions = JSON.parse(
  process.env.PAGES ?? '',
);

const report: PagesCount = { delivered: 0, faults: 0, pings: 0, lost: 0 };
let isReported = true;
const tally = new Tally(() => {
  isReported = false;
});

const redis = new Redis(redisUrl);
const cookies = await signIn(
  redis,
  Array.from({ length: count }, (_, index) => ({ driverId: idOf('driver', first + index) })),
);
redis.disconnect();

const pages: PageSocket[] = await openMany(
  count,
  async (index) => {
    const onOffer = tally.listener();
    const page: PageSocket = await openPageSocket({
      port,
      localAddress: address,
      cookie: cookies[index] ?? '',
      isWatching,
      onText: (bytes, start, end) => {
        const isEvent = (begin: string) => bytes.toString('latin1', start, start + begin.length) === begin;
        if (isEvent(OFFERS)) onOffer(bytes, start, end);
        if (!isEvent(PING)) return;
        report.pings += 1;
        page.send(PONG);
      },
      onClose: () => {
        report.lost += 1;
        isReported = false;
      },
    });
    return page;
  },
  OPENED_AT_ONCE,
);

/** Spread over time, as real pages are. Otherwise all pings would fall into the same instant. */
async function watchLinks(): Promise<void> {
  const atOnce = Math.ceil(pages.length / 100);
  for (let start = 0; start < pages.length; start += atOnce) {
    for (const page of pages.slice(start, start + atOnce)) page.send('42["link:watch"]');
    await setTimeout(LINK.pingEveryMs / 100);
  }
}

const send = () => process.send?.({ ...report, delivered: tally.delivered, faults: tally.faults });

process.on('message', (command: PagesCommand) => {
  if (command === 'count') send();
  else void watchLinks().then(() => process.send?.('watching'));
});
process.on('disconnect', () => process.exit());
setInterval(() => {
  if (!isReported) send();
  isReported = true;
}, REPORT_MS);
process.send?.('open');
