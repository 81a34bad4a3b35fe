import { createServer, type Server, type Socket } from 'node:net';
import type { Cursors } from './cursors.ts';
import { MessageReader } from './message-reader.ts';
import { runCommand } from './run-command.ts';
import type { Store } from './store.ts';
import { encodeReply, ProtocolError, parseMessage } from './wire.ts';

/**
 * Speaks the wire protocol with any number of clients, on this machine only. Commands run one at a time and to their end, so
 * each is atomic.
 */
export function serve(store: Store, cursors: Cursors): Server {
  return createServer({ noDelay: true }, (socket) => {
    const reader = new MessageReader();
    socket.on('data', (chunk) => answer(socket, reader, chunk, store, cursors));
    // A client that goes away needs no answer.
    socket.on('error', () => socket.destroy());
  });
}

function answer(socket: Socket, reader: MessageReader, chunk: Buffer, store: Store, cursors: Cursors): void {
  try {
    for (const message of reader.push(chunk)) {
      const request = parseMessage(message);
      const reply = runCommand(request.command, store, cursors);
      if (request.wantsReply) socket.write(encodeReply(reply, request));
    }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    process.stderr.write(`connection closed: ${error.message}\n`);
    socket.destroy();
  }
}
