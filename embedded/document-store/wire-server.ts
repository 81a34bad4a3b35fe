import { createServer, type Server, type Socket } from 'node:net';
import { serialize } from 'bson';
import * as z from 'zod/mini';
import { MAX_DOCUMENT_BYTES } from './collection.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import type { Cursors } from './cursors.ts';
import { type Doc, isDoc } from './document.ts';
import type { DocumentStore } from './document-store.ts';
import { readCommands } from './read-commands.ts';
import { schemaCommands } from './schema-commands.ts';
import {
  encodeReply,
  MAX_MESSAGE_BYTES,
  MessageReader,
  ProtocolError,
  parseMessage,
} from './wire-protocol.ts';
import { writeCommands } from './write-commands.ts';

/** Serves the wire protocol. Commands run one at a time, so each is atomic. */
export function serve(store: DocumentStore, cursors: Cursors): Server {
  return createServer({ noDelay: true }, (socket) => {
    const reader = new MessageReader();
    socket.on('data', (chunk) => {
      try {
        for (const message of reader.push(chunk)) answer(socket, message, { store, cursors });
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        process.stderr.write(`protocol error, connection closed: ${error.message}\n`);
        socket.destroy();
      }
    });
    // The client has disconnected and needs no reply.
    socket.on('error', () => socket.destroy());
  });
}

type Served = { store: DocumentStore; cursors: Cursors };

function answer(socket: Socket, message: Buffer, served: Served): void {
  const request = parseMessage(message);
  const reply = runCommand(request.command, served);
  if (!request.wantsReply) return;
  const send = () => void socket.write(encodeReply(reply, request));
  if (isJournaled(request.command)) served.store.flush().then(send);
  else send();
}

/** Whether the reply must wait until the command's writes are on disk. */
const isJournaled = ({ writeConcern }: Doc): boolean =>
  isDoc(writeConcern) && (writeConcern.j === true || writeConcern.w === 'majority');

/**
 * Runs one command and returns the BSON reply. Its changes are in the log by then, even those made before it
 * failed. On a full disk it changes nothing, and the reply reports that.
 *
 * @throws Error if the log cannot be written: memory is then ahead of the disk, and the process must exit
 */
export function runCommand(command: Doc, served: Served): Uint8Array {
  const reply = replyTo(command, served);
  try {
    served.store.commit();
    return reply;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return serialize(presentError(error));
  }
}

function replyTo(command: Doc, { store, cursors }: Served): Uint8Array {
  try {
    const database = parseEnvelope(command).$db;
    const result = commandOf(command)(command, { store, cursors, database });
    return result instanceof Uint8Array ? result : serialize({ ...result, ok: 1 });
  } catch (error) {
    return serialize(presentError(error));
  }
}

/**
 * Replies to a driver's handshake as a standalone MongoDB 7.0. Without a replica set name the driver uses
 * neither transactions nor retryable writes. Without `topologyVersion` it polls at its heartbeat interval
 * instead of using an awaitable `hello`.
 */
const hello: Command = () => ({
  helloOk: true,
  isWritablePrimary: true,
  ismaster: true,
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  maxMessageSizeBytes: MAX_MESSAGE_BYTES,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: 21,
  readOnly: false,
});

const COMMANDS: Record<string, Command> = {
  hello,
  ismaster: hello,
  ping: () => ({}),
  endSessions: () => ({}),
  ...readCommands,
  ...writeCommands,
  ...schemaCommands,
};

/** Fields common to all commands. A store without replicas is a majority by itself. */
const envelopeSchema = z.object({
  $db: z.string(),
  readConcern: z.optional(z.strictObject({ level: z.enum(['local', 'majority']) })),
  writeConcern: z.optional(
    z.strictObject({
      w: z.optional(z.union([z.literal(0), z.literal(1), z.literal('majority')])),
      j: z.optional(z.boolean()),
      // Ignored: there are no replicas to wait for.
      wtimeout: z.optional(z.number()),
    }),
  ),
});

function parseEnvelope(command: Doc): z.infer<typeof envelopeSchema> {
  if ('txnNumber' in command || 'startTransaction' in command || 'autocommit' in command) {
    throw new CommandError(
      'IllegalOperation',
      'Transaction numbers are only allowed on a replica set member or mongos; this document store has no transactions',
    );
  }
  const result = envelopeSchema.safeParse(command);
  if (result.success) return result.data;
  throw new CommandError(
    'BadValue',
    `Not supported by this document store: ${z.prettifyError(result.error)}`,
  );
}

function commandOf(command: Doc): Command {
  const [name = ''] = Object.keys(command);
  const found = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!found) {
    throw new CommandError(
      'CommandNotFound',
      `no such command: '${name}'; this document store knows only part of MongoDB`,
    );
  }
  return found;
}

function presentError(error: unknown): Doc {
  if (error instanceof CommandError) {
    return { ok: 0, errmsg: error.message, code: error.code, codeName: error.codeName, ...error.details };
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return { ok: 0, errmsg: String(error), code: 1, codeName: 'InternalError' };
}
