import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Viewer } from './history/entitlements.ts';
import type { Entry } from './history/record.ts';
import type { Asked, Deed, Report, ScreenSettings, ShownLists } from './screen/contract.ts';

/** A page that somebody has open, and what came of it so far. */
export interface Screen {
  name: string;
  viewer: Viewer;
  record: readonly Entry[];
  deeds: readonly Deed[];
  act(): void;
  /** Resolves when the person has finished what was under way. */
  rest(): Promise<void>;
  /** What is on screen now. */
  tell(): Promise<ShownLists>;
  close(): Promise<void>;
}

interface OpenedScreen {
  name: string;
  /** The bundle it runs. */
  program: string;
  settings: ScreenSettings;
}

/** Opens a page in a thread of its own and waits until its person is signed in. Of a page that crashed every question throws. */
export async function openScreen({ name, program, settings }: OpenedScreen): Promise<Screen> {
  const record: Entry[] = [];
  const deeds: Deed[] = [];
  const worker = new Worker(program, { workerData: settings });
  const waiting: ((told: Report) => boolean)[] = [];

  worker.on('message', (told: Report) => {
    if ('entry' in told) record.push(told.entry);
    if ('deed' in told) deeds.push(told.deed);
    const index = waiting.findIndex((takes) => takes(told));
    if (index >= 0) waiting.splice(index, 1);
  });
  const crashed = new Promise<never>((_, reject) => {
    worker.once('error', (cause) => reject(new Error(`${name}: ${cause.message}`, { cause })));
  });
  // Whoever asks next is told.
  crashed.catch(() => {});

  function hear<Result>(read: (told: Report) => Result | null): Promise<Result> {
    const heard = new Promise<Result>((resolve) => {
      waiting.push((told) => {
        const result = read(told);
        if (result !== null) resolve(result);
        return result !== null;
      });
    });
    return Promise.race([heard, crashed]);
  }
  const ask = (asked: Asked) => worker.postMessage(asked);

  const userId = await hear((told) => ('ready' in told ? told.ready.userId : null));
  return {
    name,
    viewer: {
      riderId: settings.role === 'rider' ? userId : null,
      driverId: settings.role === 'driver' ? userId : null,
    },
    record,
    deeds,
    act: () => ask('act'),
    rest() {
      const rested = hear((told) => ('rested' in told ? told : null));
      ask('rest');
      return rested.then(() => {});
    },
    tell() {
      const lists = hear((told) => ('lists' in told ? told.lists : null));
      ask('tell');
      return lists;
    },
    async close() {
      const ended = once(worker, 'exit');
      await worker.terminate();
      await ended;
    },
  };
}
