import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sum } from '../figures.ts';

/** Pages of one process, as `bench/programs/pages.ts` is told of them. */
export interface PagesOptions {
  /** The server's. */
  port: number;
  redisUrl: string;
  /** The loopback address they come from: one has too few ports for all. */
  address: string;
  /** The number of the first driver. */
  first: number;
  count: number;
  /** Whether they are in the offers. */
  isWatching: boolean;
}

/** What pages have seen since they opened. */
export interface PagesCount {
  /** Offers, each page for itself. */
  delivered: number;
  /** Offers lost, repeated or out of order. */
  faults: number;
  pings: number;
  /** Sockets closed. */
  lost: number;
}

export type PagesCommand = 'count' | 'watch links';

/** Pages in processes of their own. */
export interface PageProcesses {
  /** How many they are. */
  pages: number;
  /** What they have seen by now. */
  count(): Promise<PagesCount>;
  /** Resolves once they have got so many offers in all. @throws where that takes too long, or a delivery is wrong */
  untilDelivered(delivered: number): Promise<void>;
  /** Has every page watch its link, and resolves once they all have asked for it. */
  watchLinks(): Promise<void>;
  close(): void;
}

const PAGES = fileURLToPath(new URL('programs/pages.js', import.meta.url));
const LOST_AFTER_MS = 20_000;

/** A process for so many pages at most. */
const PER_PROCESS = 5_000;

/** Opens pages, those of a process one after the other from an address of its own, and resolves once they all are open. */
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

/** One process of pages. */
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

/** Resolves with a message. @throws where the process ends before */
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
