import { serialize } from 'bson';
import * as z from 'zod/mini';
import { CommandError } from './command-error.ts';
import type { Command } from './commands/command.ts';
import { readCommands } from './commands/read-commands.ts';
import { schemaCommands } from './commands/schema-commands.ts';
import { sessionCommands } from './commands/session-commands.ts';
import { writeCommands } from './commands/write-commands.ts';
import type { Cursors } from './cursors.ts';
import type { Doc } from './doc.ts';
import type { Store } from './store.ts';

const COMMANDS: Record<string, Command> = {
  ...sessionCommands,
  ...readCommands,
  ...writeCommands,
  ...schemaCommands,
};

/** What is read of every command. One store has no other member to wait for, but it can wait for its disk. */
const envelopeSchema = z.object({
  $db: z.string(),
  writeConcern: z.optional(
    z.object({
      w: z.optional(z.union([z.literal('majority'), z.literal(0), z.literal(1)])),
      j: z.optional(z.boolean()),
    }),
  ),
  readConcern: z.optional(
    z.object({ level: z.optional(z.enum(['local', 'available', 'majority', 'linearizable'])) }),
  ),
});

/**
 * Runs one command to its end and returns the reply in BSON. What it changed is in the log by then, also if it was refused
 * half way. Throws only if the log can't be written: the memory is then ahead of the disk, and the process must end.
 */
export function runCommand(command: Doc, store: Store, cursors: Cursors): Uint8Array {
  let isDurable = false;
  try {
    const { $db: database, writeConcern } = parseEnvelope(command);
    isDurable = writeConcern?.j ?? false;
    const result = commandOf(command)(command, { store, cursors, database });
    return result instanceof Uint8Array ? result : serialize({ ...result, ok: 1 });
  } catch (error) {
    return serialize(presentError(error));
  } finally {
    store.commit(isDurable);
  }
}

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
