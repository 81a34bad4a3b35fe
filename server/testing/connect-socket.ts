import { io, type Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import { type ClientToServerEvents, type ServerToClientEvents, SOCKET_PATH } from '#common/rides/events.ts';
import type { UserRecord } from '../users/user-model.ts';
import { as } from './as.ts';
import { testAppUrl } from './set-up-test-app.ts';

type ClientSocket = Socket<ServerToClientEvents, ClientToServerEvents>;
type EventName = keyof ServerToClientEvents;
type Payload<Name extends EventName> = Parameters<ServerToClientEvents[Name]>[0];

const PATIENCE_MS = 10_000;

/** A socket that remembers what it heard, so that a test may ask before or after. */
export interface TestSocket {
  socket: ClientSocket;
  /** The oldest event of this name not asked for yet, or the next to come. Rejects after ten seconds. */
  next<Name extends EventName>(event: Name): Promise<Payload<Name>>;
  /** How many events of this name are not asked for yet. */
  unheard(event: EventName): number;
}

interface ConnectOptions {
  /** Another server node than `setUpTestApp`'s. */
  url?: string;
  headers?: Record<string, string>;
  transports?: ('websocket' | 'polling')[];
}

function remember(socket: ClientSocket): TestSocket {
  const heard = new Map<string, unknown[]>();
  const asking = new Map<string, ((payload: unknown) => void)[]>();
  const queueOf = <Item>(queues: Map<string, Item[]>, name: string) => {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    return queue;
  };

  socket.onAny((name: string, payload: unknown) => {
    const answer = queueOf(asking, name).shift();
    if (answer) answer(payload);
    else queueOf(heard, name).push(payload);
  });

  return {
    socket,
    unheard: (event) => queueOf(heard, event).length,
    next: (event) =>
      new Promise((resolve, reject) => {
        const early = queueOf(heard, event);
        if (early.length > 0) {
          resolve(early.shift() as Payload<typeof event>);
          return;
        }
        const patience = setTimeout(() => reject(new Error(`no ${event} within 10 s`)), PATIENCE_MS);
        queueOf(asking, event).push((payload) => {
          clearTimeout(patience);
          resolve(payload as Payload<typeof event>);
        });
      }),
  };
}

/** Opens a socket with this cookie, and waits for it to stand or to be refused. Closed when the test ends. */
export async function connectWithCookie(cookie: string, options: ConnectOptions = {}): Promise<TestSocket> {
  const { url = testAppUrl(), headers, transports = ['websocket'] } = options;
  const socket: ClientSocket = io(url, {
    path: SOCKET_PATH,
    transports,
    forceNew: true,
    extraHeaders: { cookie, origin: url, ...headers },
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
  });
  onTestFinished(() => {
    socket.disconnect();
  });
  const remembered = remember(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return remembered;
}

/** The socket of a signed-in user's browser. */
export async function connectSocket(user: UserRecord, options?: ConnectOptions): Promise<TestSocket> {
  const browser = as(user);
  await browser.signIn();
  return connectWithCookie(browser.cookie, options);
}
