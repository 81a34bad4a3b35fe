import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Entry } from '../history/check-history.ts';
import type { SeenPosition, SentPosition } from '../history/check-positions.ts';
import type { Viewer } from '../history/entitlements.ts';
import type {
  AckedWrite,
  ScreenCommand,
  ScreenMessage,
  ScreenSettings,
  ShownLists,
} from '../screen/messages.ts';

/** An open page of one user, and its record so far. */
export interface Screen {
  name: string;
  viewer: Viewer;
  record: readonly Entry[];
  ackedWrites: readonly AckedWrite[];
  /** Positions that the user sent, and positions that the page received. */
  sent: readonly SentPosition[];
  seen: readonly SeenPosition[];
  /** Starts the user's actions. Has no effect on a page that only watches. */
  start(): void;
  /** Resolves when the user has finished the action in progress. */
  pause(): Promise<void>;
  /** @returns what the page shows now */
  readLists(): Promise<ShownLists>;
  close(): Promise<void>;
}

interface ScreenOptions {
  name: string;
  /** The bundle that the page runs. */
  program: string;
  settings: ScreenSettings;
}

/**
 * Opens a page in a worker thread and waits until its user is signed in. Once the page has crashed,
 * every call rejects.
 */
export async function openScreen({ name, program, settings }: ScreenOptions): Promise<Screen> {
  const record: Entry[] = [];
  const ackedWrites: AckedWrite[] = [];
  const sent: SentPosition[] = [];
  const seen: SeenPosition[] = [];
  const worker = new Worker(program, { workerData: settings });
  const waiting: ((message: ScreenMessage) => boolean)[] = [];

  worker.on('message', (message: ScreenMessage) => {
    if ('entry' in message) record.push(message.entry);
    if ('ackedWrite' in message) ackedWrites.push(message.ackedWrite);
    if ('sentPosition' in message) sent.push(message.sentPosition);
    if ('seenPosition' in message) seen.push(message.seenPosition);
    const index = waiting.findIndex((takes) => takes(message));
    if (index >= 0) waiting.splice(index, 1);
  });
  const crashed = new Promise<never>((_, reject) => {
    worker.once('error', (cause) => reject(new Error(`${name}: ${cause.message}`, { cause })));
  });
  // Prevents an unhandled rejection. The next call rejects with the error.
  crashed.catch(() => {});
  // Awaited from here on, because a crashed page exits long before `close`.
  const ended = once(worker, 'exit').catch(() => {});

  function receive<Result>(read: (message: ScreenMessage) => Result | null): Promise<Result> {
    const received = new Promise<Result>((resolve) => {
      waiting.push((message) => {
        const result = read(message);
        if (result !== null) resolve(result);
        return result !== null;
      });
    });
    return Promise.race([received, crashed]);
  }
  const send = (command: ScreenCommand) => worker.postMessage(command);

  const userId = await receive((message) => ('ready' in message ? message.ready.userId : null));
  return {
    name,
    viewer: {
      riderId: settings.role === 'rider' ? userId : null,
      driverId: settings.role === 'driver' ? userId : null,
      isStaff: settings.role === 'staff',
    },
    record,
    ackedWrites,
    sent,
    seen,
    start: () => send('start'),
    pause() {
      const paused = receive((message) => ('paused' in message ? message : null));
      send('pause');
      return paused.then(() => {});
    },
    readLists() {
      const lists = receive((message) => ('lists' in message ? message.lists : null));
      send('read-lists');
      return lists;
    },
    async close() {
      await worker.terminate();
      await ended;
    },
  };
}
