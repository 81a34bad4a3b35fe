import { createRequire } from 'node:module';
import { deserialize, serialize } from 'bson';
import { mongo as driver } from 'mongoose';
import { Cursors } from '#embedded/document-store/cursors.ts';
import { DocumentStore } from '#embedded/document-store/document-store.ts';
import { runCommand } from '#embedded/document-store/wire-server.ts';
import type { Scheduler } from '../scheduler.ts';

/**
 * The driver's internal function that executes every operation and every cursor. It is not part of its
 * public interface.
 */
const execution: object = createRequire(import.meta.url)('mongodb/lib/operations/execute_operation.js');

/** Commands that change nothing. */
const READS = new Set([
  'find',
  'getMore',
  'aggregate',
  'count',
  'distinct',
  'ping',
  'listIndexes',
  'killCursors',
]);

/** A command that was run. */
export interface RanCommand {
  name: string;
  command: Readonly<Record<string, unknown>>;
}

/** The document store in this process. */
export interface EmbeddedMongo {
  store: DocumentStore;
  /** Called after each command that writes. */
  onCommand: (ran: RanCommand) => void;
}

/** The part of a driver's operation that is needed to run it: it builds the command and reads the reply. */
interface Operation {
  ns: { db: string };
  /** Set by a cursor, whose next batches have to come from the same server. */
  server?: object;
  bsonOptions: Record<string, unknown>;
  SERVER_COMMAND_RESPONSE_TYPE: { make(bytes: Uint8Array): Response };
  buildCommand(connection: object, session: undefined): Record<string, unknown>;
  handleOk(response: Response): unknown;
  handleError(error: unknown): unknown;
}

interface Response {
  ok: number;
  toObject(): Record<string, unknown>;
}

/** The server that every operation selects, and the connection whose wire version operations read. */
const SERVER = { hello: { maxWireVersion: 21 } };

/**
 * Makes every operation of the driver run on a document store in this process, without connections, pools and
 * sessions. Commands and replies are still encoded as BSON. Each command waits until the scheduler picks it.
 */
export function installMongo(scheduler: Scheduler): EmbeddedMongo {
  const served = { store: new DocumentStore(), cursors: new Cursors() };
  const mongo: EmbeddedMongo = { store: served.store, onCommand: () => {} };

  const ask = (bytes: Uint8Array): Promise<Uint8Array> => {
    const command = deserialize(bytes, { bsonRegExp: true });
    const [name = ''] = Object.keys(command);
    const isWrite = !READS.has(name);
    return scheduler.request(isWrite, () => {
      const reply = runCommand(command, served);
      if (isWrite) mongo.onCommand({ name, command });
      return reply;
    });
  };

  const executeOperation = async (_client: unknown, operation: Operation): Promise<unknown> => {
    operation.server ??= SERVER;
    const command = operation.buildCommand(SERVER, undefined);
    const bytes = serialize({ ...withPlainSequences(command), $db: operation.ns.db }, operation.bsonOptions);
    const response = operation.SERVER_COMMAND_RESPONSE_TYPE.make(await ask(bytes));
    if (response.ok === 1) return operation.handleOk(response);
    return operation.handleError(new driver.MongoServerError(response.toObject()));
  };

  Object.assign(execution, { executeOperation });
  driver.MongoClient.prototype.connect = async function connect() {
    return this;
  };
  return mongo;
}

/**
 * Moves the documents of a bulk write into the command; the driver would send them in a
 * separate message section.
 */
function withPlainSequences(command: Record<string, unknown>): Record<string, unknown> {
  for (const [field, value] of Object.entries(command)) {
    const { documents, serializedDocumentsLength } = Object(value);
    if (serializedDocumentsLength !== undefined) command[field] = documents;
  }
  return command;
}
