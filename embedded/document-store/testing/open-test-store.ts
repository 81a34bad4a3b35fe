import { serialize } from 'bson';
import { Cursors } from '../cursors.ts';
import { type Doc, decode } from '../document.ts';
import { DocumentStore } from '../document-store.ts';
import { runCommand } from '../wire-server.ts';

/** Opens a store in this process and runs commands on it without a network, but still encoded as BSON. */
export function openTestStore(directory?: string) {
  const store = new DocumentStore(directory);
  const cursors = new Cursors();
  // Plain fields, so that a test can look into a reply without casting at every step.
  // biome-ignore lint/suspicious/noExplicitAny: replies have as many shapes as there are commands
  const run = (command: Doc): any => {
    const request = decode(serialize({ ...command, $db: 'test' }, { ignoreUndefined: true }));
    return decode(runCommand(request, { store, cursors }));
  };
  return { store, cursors, run };
}
