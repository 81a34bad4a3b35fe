import { io, type Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import {
  type ClientToServerEvents,
  parseEvent,
  type ServerToClientEvents,
  SOCKET_PATH,
} from '#common/rides/ride-events.ts';
import type { UserRecord } from '../users/user-model.ts';
import { as } from './as.ts';
import { testAppUrl } from './set-up-test-app.ts';

type ClientSocket = Socket<ServerToClientEvents, ClientToServerEvents>;
type EventName = keyof ServerToClientEvents;
type Payload<Name extends EventName> = Parameters<ServerToClientEvents[Name]>[0];

const PATIENCE_MS = 10_000;

/** A socket that queues received events, so that a test can await them before or after they arrive. */
export interface TestSocket {
  socket: ClientSocket;
  /**
   * Returns the oldest event of this name not awaited yet, or the next to arrive. Rejects after ten seconds.
   */
  next<Name extends EventName>(event: Name): Promise<Payload<Name>>;
  /** Returns the number of events of this name not awaited yet. */
  unheard(event: EventName): number;
}

interface ConnectOptions {
  /** URL of another server node than that of `setUpTestApp`. */
  url?: string;
  headers?: Record<string, string>;
  transports?: ('websocket' | 'polling')[];
  /** Token of a trip link, for its viewers. */
  trip?: string;
}

/** Records the events of a socket. Events that violate the contract fail the test at its end. */
function record(socket: ClientSocket): TestSocket {
  const violations: unknown[] = [];
  onTestFinished(() => {
    if (violations.length > 0) throw new AggregateError(violations, `events off the contract: ${violations}`);
  });
  const received = new Map<string, unknown[]>();
  const waiting = new Map<string, ((payload: unknown) => void)[]>();
  const queueOf = <Item>(queues: Map<string, Item[]>, name: string) => {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    return queue;
  };

  socket.onAny((name: EventName, payload: unknown) => {
    try {
      parseEvent(name, payload);
    } catch (error) {
      violations.push(error);
    }
    const deliver = queueOf(waiting, name).shift();
    if (deliver) deliver(payload);
    else queueOf(received, name).push(payload);
  });

  return {
    socket,
    unheard: (event) => queueOf(received, event).length,
    next: (event) =>
      new Promise((resolve, reject) => {
        const early = queueOf(received, event);
        if (early.length > 0) {
          resolve(early.shift() as Payload<typeof event>);
          return;
        }
        const timer = setTimeout(() => reject(new Error(`no ${event} within 10 s`)), PATIENCE_MS);
        queueOf(waiting, event).push((payload) => {
          clearTimeout(timer);
          resolve(payload as Payload<typeof event>);
        });
      }),
  };
}

/** Opens a socket with this cookie, and waits until it is connected or refused. Closed when the test ends. */
export async function connectWithCookie(cookie: string, options: ConnectOptions = {}): Promise<TestSocket> {
  const { url = testAppUrl(), headers, transports = ['websocket'], trip } = options;
  const socket: ClientSocket = io(url, {
    path: SOCKET_PATH,
    transports,
    ...(trip && { auth: { trip } }),
    forceNew: true,
    extraHeaders: { cookie, origin: url, ...headers },
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
  });
  onTestFinished(() => {
    socket.disconnect();
  });
  const recorded = record(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return recorded;
}

/** Opens the socket of a signed-in user's browser. */
export async function connectSocket(user: UserRecord, options?: ConnectOptions): Promise<TestSocket> {
  const browser = as(user);
  await browser.signIn();
  return connectWithCookie(browser.cookie, options);
}

/** Opens the socket of a trip link's viewer who is not signed in. */
export const connectTrip = (trip: string): Promise<TestSocket> => connectWithCookie('', { trip });
