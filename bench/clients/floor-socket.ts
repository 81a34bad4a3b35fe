import { FrameSocket } from './frame-socket.ts';
import type { OpenSocket } from './open-socket.ts';

interface FloorSocketOptions {
  port: number;
  /** What it hears; the floor lets anybody hear anything. */
  room: string;
  onText: (bytes: Buffer, start: number, end: number) => void;
}

/** Opens a socket to the plain server; resolves once it has been greeted. */
export function openFloorSocket({ port, room, onText }: FloorSocketOptions): Promise<OpenSocket> {
  return new Promise((resolve, reject) => {
    let isGreeted = false;
    const socket = new FrameSocket({
      port,
      path: `/${room}`,
      onText: (bytes, start, end) => {
        if (isGreeted) onText(bytes, start, end);
        else resolve({ cut: () => socket.cut() });
        isGreeted = true;
      },
      onClose: () => reject(new Error('closed before it was open')),
    });
  });
}
