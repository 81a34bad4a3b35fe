import { SOCKET_PATH } from '#common/rides/ride-events.ts';
import { ORIGIN } from '../stand/stand.ts';
import { FrameSocket } from './frame-socket.ts';
import type { OpenSocket } from './open-socket.ts';

/** Of Engine.IO's protocol. */
const [OPEN, PING, MESSAGE] = [...'024'].map((type) => type.charCodeAt(0));
/** Of Socket.IO's, behind a message: it is connected, an event, an acknowledgement, a refusal. */
const [CONNECT, EVENT, ACK, REFUSED] = [...'0234'].map((type) => type.charCodeAt(0));

interface PageSocketOptions {
  port: number;
  cookie: string;
  /** Whether it asks for the offers as a driver's page does. */
  isWatching?: boolean;
  onText: (bytes: Buffer, start: number, end: number) => void;
  onClose?: () => void;
}

/** Opens a socket to a server of ours as its pages do; resolves once it stands, or, watching, once it has the open offers. */
export function openPageSocket(options: PageSocketOptions): Promise<OpenSocket & { snapshot: string }> {
  const { port, cookie, isWatching = false, onText, onClose } = options;
  return new Promise((resolve, reject) => {
    const opened = (snapshot: string) => resolve({ cut: () => socket.cut(), snapshot });
    const socket = new FrameSocket({
      port,
      path: `${SOCKET_PATH}/?EIO=4&transport=websocket`,
      headers: { Cookie: cookie, Origin: ORIGIN },
      onText: (bytes, start, end) => {
        const type = bytes[start];
        if (type === OPEN) socket.send('40');
        if (type === PING) socket.send('3');
        if (type !== MESSAGE) return;

        const kind = bytes[start + 1];
        if (kind === EVENT) onText(bytes, start, end);
        if (kind === REFUSED) reject(new Error(bytes.toString('utf8', start, end)));
        if (kind === ACK) opened(bytes.toString('utf8', start, end));
        if (kind !== CONNECT) return;
        if (isWatching) socket.send('420["offers:watch"]');
        else opened('');
      },
      onClose: () => {
        reject(new Error('closed before it was open'));
        onClose?.();
      },
    });
  });
}
