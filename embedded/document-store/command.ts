import * as z from 'zod/mini';
import { CommandError } from './command-error.ts';
import type { Cursors } from './cursors.ts';
import type { Doc } from './document.ts';
import type { DocumentStore } from './document-store.ts';

/** The context of a command. `database` is the one it was sent to. */
type CommandContext = { store: DocumentStore; cursors: Cursors; database: string };

/** Runs a command. Returns the fields of the reply, or a whole reply in BSON if it passes on stored bytes. */
export type Command = (command: Doc, context: CommandContext) => Doc | Uint8Array;

/** A non-negative integer. */
export const countSchema = z.int().check(z.nonnegative());

/**
 * Fields that drivers add to any command: database, session, read and write concern (read by `runCommand`)
 * and time limit. The time limit is ignored, since commands run to completion on one thread within
 * milliseconds.
 */
const ENVELOPE = ['$db', 'lsid', 'readConcern', 'writeConcern', 'maxTimeMS'];

/**
 * Defines a command by its fields and its implementation. Fields not in the schema are refused, so that an
 * unsupported option is never silently ignored.
 */
export function defineCommand<Input>(
  schema: z.ZodMiniType<Input>,
  run: (input: Input, context: CommandContext) => Doc | Uint8Array,
): Command {
  return (command, context) => {
    const own = Object.entries(command).filter(([field]) => !ENVELOPE.includes(field));
    const result = schema.safeParse(Object.fromEntries(own));
    if (result.success) return run(result.data, context);
    throw refusal(Object.keys(command)[0] ?? '', result.error.issues);
  };
}

function refusal(name: string, issues: z.core.$ZodIssue[]): CommandError {
  const [issue] = issues;
  if (issue?.code === 'unrecognized_keys') {
    const field = [name, ...issue.path, ...issue.keys.slice(0, 1)].join('.');
    return new CommandError('Location40415', `BSON field '${field}' is not supported by this document store`);
  }
  const field = [name, ...(issue?.path ?? [])].join('.');
  return new CommandError(
    'TypeMismatch',
    `BSON field '${field}' has an unsupported value: ${issue?.message}`,
  );
}
