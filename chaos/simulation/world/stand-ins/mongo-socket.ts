import net from 'node:net';
import { Duplex } from 'node:stream';
import { Cursors } from '#embedded/document-store/cursors.ts';
import { DocumentStore } from '#embedded/document-store/document-store.ts';
import { encodeReply, MessageReader, parseMessage } from '#embedded/document-store/wire-protocol.ts';
import { runCommand } from '#embedded/document-store/wire-server.ts';
import type { Scheduler } from '../scheduler.ts';

/** Commands that change nothing. */
const READS = new Set([
  'find',
  'getMore',
  'aggregate',
  'count',
  'distinct',
  'hello',
  'ping',
  'listIndexes',
  'killCursors',
]);
/** Commands of the driver itself, which are answered at once. */
const OF_THE_DRIVER = new Set(['hello', 'ismaster', 'endSessions']);

/** A command that was run. */
export interface RanCommand {
  name: string;
  command: Readonly<Record<string, unknown>>;
}

/** The document store in this process, and the commands it has run. */
export interface EmbeddedMongo {
  store: DocumentStore;
  /** Called after each command that writes. */
  onCommand: (ran: RanCommand) => void;
}

/**
 * Has every connection that is opened from now on lead to a document store in this process: the driver's own bytes, without a network. Each
 * command waits for its turn with the scheduler.
 */
export function installMongo(scheduler: Scheduler): EmbeddedMongo {
  const served = { store: new DocumentStore(), cursors: new Cursors() };
  const mongo: EmbeddedMongo = { store: served.store, onCommand: () => {} };

  class StoreSocket extends Duplex {
    readonly #reader = new MessageReader();

    override _read(): void {}

    override _write(chunk: Buffer, _encoding: string, done: () => void): void {
      for (const message of this.#reader.push(chunk)) this.#answer(message);
      done();
    }

    #answer(message: Buffer): void {
      const request = parseMessage(message);
      const [name = ''] = Object.keys(request.command);
      const isWrite = !READS.has(name);
      const run = () => {
        const reply = runCommand(request.command, served);
        if (isWrite) mongo.onCommand({ name, command: request.command });
        return reply;
      };
      const reply = (bytes: Uint8Array) => {
        if (request.wantsReply) this.push(encodeReply(bytes, request));
      };
      if (OF_THE_DRIVER.has(name)) reply(run());
      else void scheduler.request(isWrite, run).then(reply);
    }

    setKeepAlive = (): this => this;
    setNoDelay = (): this => this;
    setTimeout = (): this => this;
    ref = (): this => this;
    unref = (): this => this;
  }

  const connect = () => {
    const socket = new StoreSocket();
    process.nextTick(() => socket.emit('connect'));
    return socket;
  };
  Object.assign(net, { createConnection: connect, connect });
  return mongo;
}
