import { createRequire } from 'node:module';
import { deserialize, serialize } from 'bson';
import { mongo as driver } from 'mongoose';
import { Cursors } from '#embedded/document-store/cursors.ts';
import { DocumentStore } from '#embedded/document-store/document-store.ts';
import { runCommand } from '#embedded/document-store/wire-server.ts';
import type { Scheduler } from '../scheduler.ts';

/** The one function of the driver through which every operation and every cursor passes. It is no part of its public interface. */
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

/** The document store in this process, and the commands it has run. */
export interface EmbeddedMongo {
  store: DocumentStore;
  /** Called after each command that writes. */
  onCommand: (ran: RanCommand) => void;
}

/** An operation of the driver, as far as it is needed to run it: it makes its command, and reads the reply. */
interface Operation {
  ns: { db: string };
  /** Of a cursor, whose next batches have to come from the same. */
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

/** The server that every operation selects, and the connection that it asks how new the server is. */
const SERVER = { hello: { maxWireVersion: 21 } };

/**
 * Has every operation of the driver run by a document store in this process, without connections, pools and sessions. What
 * goes to the store and comes back is BSON all the same. Each command waits for its turn with the scheduler.
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

/** With the documents of a bulk write in the command, instead of in a section of the message of their own. */
function withPlainSequences(command: Record<string, unknown>): Record<string, unknown> {
  for (const [field, value] of Object.entries(command)) {
    const { documents, serializedDocumentsLength } = Object(value);
    if (serializedDocumentsLength !== undefined) command[field] = documents;
  }
  return command;
}
