import type { mongo } from 'mongoose';

/** What a step works with: the database as it is, since a model changes with every release and a step does not. */
export interface StepContext {
  db: mongo.Db;
  /** Aborted once another process may have taken over: a step that takes long looks at it between its batches. */
  signal: AbortSignal;
}

/**
 * One change of what is stored. It may be run twice, and runs while the release before serves: see docs/decisions/044-migrations.md for
 * what it may do and what needs two releases.
 */
export interface Step {
  /** Number and name. Never changed once released: the database remembers it. */
  name: string;
  /**
   * The step that code has to know to serve after this one, for a step that takes away or changes what older code reads: its own name where
   * every older release has to be stopped first. Without it every older release may go on.
   */
  requires?: string;
  run(context: StepContext): Promise<unknown>;
}

/** Every step, in the order in which they run. Steps are added at the end, and none is ever removed. */
export const STEPS: readonly Step[] = [
  {
    // A ride has several drivers one after another, and each is told of in a mail of its own.
    name: '001-several-mails-of-a-kind',
    run: ({ db }) => dropIndex(db, 'mails', 'aboutId_1_template_1'),
  },
];

const INDEX_NOT_FOUND = 27;
const NAMESPACE_NOT_FOUND = 26;

/** Drops an index, where it is there. */
async function dropIndex(db: mongo.Db, collection: string, name: string): Promise<void> {
  try {
    await db.collection(collection).dropIndex(name);
  } catch (error) {
    const { code } = Object(error);
    if (code !== INDEX_NOT_FOUND && code !== NAMESPACE_NOT_FOUND) throw error;
  }
}
