import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sum } from '../figures.ts';

/** Options of one child process of pages (`bench/programs/pages.ts`). */
export interface PagesOptions {
  /** The port of the server. */
  port: number;
  redisUrl: string;
  /** The loopback address the pages connect from. One address has too few ports for all pages. */
  address: string;
  /** The number of its first driver. */
  first: number;
  count: number;
  /** Whether the pages watch the offers. */
  isWatching: boolean;
}

/** What pages have counted since they opened. */
export interface PagesCount {
  /** Offers delivered, counted per page. */
  delivered: number;
  /** Offers lost, repeated or out of order. */
  faults: number;
  pings: number;
  /** Sockets that were closed. */
  lost: number;
}

export type PagesCommand = 'count' | 'watch links';

/** Pages that run in child processes. */
export interface PageProcesses {
  /** How many pages there are. */
  pages: number;
  /** Returns the current counts of all pages together. */
  count(): Promise<PagesCount>;
  /**
   * Resolves once this many offers have been delivered in all.
   *
   * @throws when that takes longer than 20 seconds, or a delivery is wrong
   */
  untilDelivered(delivered: number): Promise<void>;
  /** Makes every page watch its link. Resolves once all of them have requested it. */
  watchLinks(): Promise<void>;
  close(): void;
}

const PAGES = fileURLToPath(new URL('programs/pages.js', import.meta.url));
const LOST_AFTER_MS = 20_000;

/** The most pages in one process. */
const PER_PROCESS = 5_000;

/**
 * Opens pages in as many processes as needed, each with its own loopback address. Resolves once
 * all pages are open.
 */
export async function openPagesElsewhere(options: Omit<PagesOptions, 'address'>): Promise<PageProcesses> {
  const starts = Array.from(
    { length: Math.ceil(options.count / PER_PROCESS) },
    (_, index) => index * PER_PROCESS,
  );
  const children = starts.map((start) => {
    const first = options.first + start;
    const count = Math.min(PER_PROCESS, options.count - start);
    const address = `127.0.0.${2 + Math.floor(first / PER_PROCESS)}`;
    return startPages({ ...options, address, first, count });
  });
  await Promise.all(children.map(({ open }) => open));

  const total = (counts: readonly PagesCount[]): PagesCount => ({
    delivered: sum(counts.map(({ delivered }) => delivered)),
    faults: sum(counts.map(({ faults }) => faults)),
    pings: sum(counts.map(({ pings }) => pings)),
    lost: sum(counts.map(({ lost }) => lost)),
  });
  return {
    pages: options.count,
    count: async () => total(await Promise.all(children.map((child) => child.count()))),
    async untilDelivered(wanted) {
      const { promise, resolve, reject } = withResolvers();
      const check = () => {
        const { delivered, faults } = total(children.map(({ latest }) => latest()));
        if (faults > 0) reject(new Error(`${faults} deliveries were lost, repeated or out of order`));
        if (delivered >= wanted) resolve();
      };
      const lost = setTimeout(() => {
        const { delivered } = total(children.map(({ latest }) => latest()));
        reject(new Error(`${wanted - delivered} deliveries of ${wanted} lost`));
      }, LOST_AFTER_MS);
      const stops = children.map((child) => child.onCount(check));
      check();
      try {
        await promise;
      } finally {
        clearTimeout(lost);
        for (const stop of stops) stop();
      }
    },
    async watchLinks() {
      await Promise.all(children.map((child) => child.watchLinks()));
    },
    close() {
      for (const child of children) child.end();
    },
  };
}

function withResolvers() {
  let resolve = () => {};
  let reject = (_error: Error) => {};
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

type Message = 'open' | 'watching' | PagesCount;

/** Starts one process of pages. */
function startPages(options: PagesOptions) {
  const child = fork(PAGES, { env: { ...process.env, PAGES: JSON.stringify(options) } });
  let latest: PagesCount = { delivered: 0, faults: 0, pings: 0, lost: 0 };
  child.on('message', (message: Message) => {
    if (typeof message === 'object') latest = message;
  });
  return {
    open: messageOf(child, (message) => message === 'open'),
    latest: () => latest,
    async count() {
      const counted = messageOf(child, (message) => typeof message === 'object');
      child.send('count' satisfies PagesCommand);
      await counted;
      return latest;
    },
    onCount(listener: () => void) {
      child.on('message', listener);
      return () => child.off('message', listener);
    },
    watchLinks() {
      const watching = messageOf(child, (message) => message === 'watching');
      child.send('watch links' satisfies PagesCommand);
      return watching;
    },
    end: () => child.kill('SIGKILL'),
  };
}

/** Resolves with the first matching message. @throws when the process ends before */
async function messageOf(child: ChildProcess, isWanted: (message: Message) => boolean): Promise<void> {
  const stop = new AbortController();
  const ended = once(child, 'exit', { signal: stop.signal }).then(() => {
    throw new Error('a process of pages ended');
  });
  const came = new Promise<void>((resolve) => {
    child.on('message', function listen(message: Message) {
      if (!isWanted(message)) return;
      child.off('message', listen);
      resolve();
    });
  });
  try {
    await Promise.race([came, ended]);
  } finally {
    ended.catch(() => {});
    stop.abort();
  }
}
