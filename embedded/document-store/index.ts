import { parseArgs } from 'node:util';
import { DirectoryInUseError } from '../directory-lock.ts';
import { CommandError } from './command-error.ts';
import { Cursors } from './cursors.ts';
import { DocumentStore } from './document-store.ts';
import { DamagedLogError } from './log.ts';
import { serve } from './wire-server.ts';

/** Runs the document store as a process on the loopback interface. Prints `ready mongodb://127.0.0.1:N`. */
const { values: args } = parseArgs({
  options: {
    /** 0 selects a free port. */
    port: { type: 'string', default: '0' },
    /** Data directory; in memory only if absent. */
    dir: { type: 'string' },
    /** Interval of deleting expired documents and idle cursors, in milliseconds. */
    'ttl-interval-ms': { type: 'string', default: '60000' },
  },
});

function openStore(): DocumentStore {
  try {
    return new DocumentStore(args.dir);
  } catch (error) {
    if (!(error instanceof DirectoryInUseError || error instanceof DamagedLogError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const store = openStore();
const cursors = new Cursors();
const server = serve(store, cursors);

const ttlTimer = setInterval(() => {
  cursors.closeIdle(Date.now());
  try {
    store.deleteExpired(Date.now());
    store.commit();
  } catch (error) {
    // The disk is full. Expired documents stay until there is space.
    if (!(error instanceof CommandError)) throw error;
  }
}, Number(args['ttl-interval-ms']));

function stop(): void {
  clearInterval(ttlTimer);
  server.close();
  store.close();
  process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

server.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  store.close();
  process.exit(1);
});
server.listen(Number(args.port), '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') {
    process.stdout.write(`ready mongodb://127.0.0.1:${address.port}\n`);
  }
});
