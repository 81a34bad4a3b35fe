import * as z from 'zod/mini';
import { CommandError } from './command-error.ts';
import type { Cursors } from './cursors.ts';
import type { Doc } from './document.ts';
import type { DocumentStore } from './document-store.ts';

/** What a command works on. `database` is the one it was sent to. */
export type CommandContext = { store: DocumentStore; cursors: Cursors; database: string };

/** A command answers with fields, or with a whole reply in BSON where it passes stored bytes on. */
export type Command = (command: Doc, context: CommandContext) => Doc | Uint8Array;

/** A whole number, not negative. */
export const countSchema = z.int().check(z.nonnegative());

/**
 * Fields that drivers add to any command: database, session, write concern, which `runCommand` reads, and how long it may take:
 * here each runs to its end on one thread, in a few milliseconds.
 */
const ENVELOPE = ['$db', 'lsid', 'writeConcern', 'maxTimeMS'];

/**
 * Makes a command out of the fields it knows and what it does. A field that the schema does not name is
 * refused, so that an unsupported option is never silently ignored.
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
