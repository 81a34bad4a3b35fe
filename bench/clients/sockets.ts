import { SOCKET_PATH } from '#common/rides/ride-events.ts';
import { ORIGIN } from '../harness/testbed.ts';
import { FrameSocket, type OnText } from './frame-socket.ts';

/** An open socket. */
export interface OpenSocket {
  /** Destroys the connection without a close handshake. */
  cut(): void;
}

/** Opens `count` connections, up to `atOnce` of them concurrently, and returns them in order. */
export async function openMany<Opened>(
  count: number,
  open: (index: number) => Promise<Opened>,
  atOnce = 50,
): Promise<Opened[]> {
  const opened: Opened[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      opened[index] = await open(index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return opened;
}

/** Engine.IO packet types. */
const [OPEN, PING, MESSAGE] = [...'024'].map((type) => type.charCodeAt(0));
/** Socket.IO packet types, within an Engine.IO message. */
const [CONNECT, EVENT, ACK, CONNECT_ERROR] = [...'0234'].map((type) => type.charCodeAt(0));

interface PageSocketOptions {
  port: number;
  cookie: string;
  /** The local address to connect from, instead of 127.0.0.1. */
  localAddress?: string | undefined;
  /** Whether it sends `offers:watch` as a driver's page does. */
  isWatching?: boolean;
  /** Called with each event. */
  onText: OnText;
  /** Called with each acknowledgement, including that of `offers:watch`. */
  onAck?: () => void;
  onClose?: () => void;
}

/** The socket of a page. */
export interface PageSocket extends OpenSocket {
  /** The acknowledgement of `offers:watch`; empty when the page does not watch. */
  snapshot: string;
  /** Sends an Engine.IO packet. */
  send(text: string): void;
  /** Emits an event. Resolves with the acknowledgement, `43…`; rejects when the socket closes before. */
  request(event: string): Promise<string>;
}

/**
 * Opens a socket as our pages do. Resolves once it is connected; with `isWatching`, once it
 * has the open offers.
 */
export function openPageSocket(options: PageSocketOptions): Promise<PageSocket> {
  const { port, cookie, localAddress, isWatching = false, onText, onAck, onClose } = options;
  /** The requests without an acknowledgement so far, by packet id. `offers:watch` has id 0. */
  const pending = new Map<number, { resolve: (text: string) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  return new Promise((resolve, reject) => {
    const request = (event: string) =>
      new Promise<string>((answered, failed) => {
        lastId += 1;
        pending.set(lastId, { resolve: answered, reject: failed });
        socket.send(`42${lastId}["${event}"]`);
      });
    const opened = (snapshot: string) =>
      resolve({ cut: () => socket.cut(), send: (text) => socket.send(text), snapshot, request });
    const socket = new FrameSocket({
      port,
      localAddress,
      path: `${SOCKET_PATH}/?EIO=4&transport=websocket`,
      headers: { Cookie: cookie, Origin: ORIGIN },
      onText: (bytes, start, end) => {
        const type = bytes[start];
        if (type === OPEN) socket.send('40');
        if (type === PING) socket.send('3');
        if (type !== MESSAGE) return;

        const kind = bytes[start + 1];
        if (kind === EVENT) onText(bytes, start, end);
        if (kind === CONNECT_ERROR) reject(new Error(bytes.toString('utf8', start, end)));
        if (kind === ACK) {
          const text = bytes.toString('utf8', start, end);
          const id = Number.parseInt(text.slice(2), 10);
          if (id === 0) opened(text);
          pending.get(id)?.resolve(text);
          pending.delete(id);
          onAck?.();
        }
        if (kind !== CONNECT) return;
        if (isWatching) socket.send('420["offers:watch"]');
        else opened('');
      },
      onClose: (error) => {
        reject(error ?? new Error('closed before it was open'));
        for (const each of pending.values()) each.reject(error ?? new Error('closed before the reply'));
        onClose?.();
      },
    });
  });
}

interface BaselineSocketOptions {
  port: number;
  /** The room to join. The baselines do not authorize. */
  room: string;
  onText: OnText;
}

/** Opens a socket to a baseline. Resolves with the first message, the welcome. */
export function openBaselineSocket({ port, room, onText }: BaselineSocketOptions): Promise<OpenSocket> {
  return new Promise((resolve, reject) => {
    let isWelcome = true;
    const socket = new FrameSocket({
      port,
      path: `/${room}`,
      onText: (bytes, start, end) => {
        if (isWelcome) resolve({ cut: () => socket.cut() });
        else onText(bytes, start, end);
        isWelcome = false;
      },
      onClose: () => reject(new Error('closed before it was open')),
    });
  });
}
