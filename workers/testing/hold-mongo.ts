import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { env } from '#server/env.ts';

/** A command of the MongoDB protocol and its collection. */
export interface MongoCommand {
  command: 'insert' | 'update' | 'findAndModify';
  collection: string;
}

/** A proxied database that withholds one kind of command. */
interface HeldMongo {
  /** Value for `MONGO_URL`. */
  url: string;
  /** Resolves when the first such command has arrived. The database never receives it. */
  reached: Promise<void>;
}

/**
 * Starts a proxy in front of the tests' database that withholds commands of one kind, and everything after
 * them on the same connections. It withholds all such commands, since a schedule may have started the same
 * job twice.
 */
export async function holdMongo({ command, collection }: MongoCommand): Promise<HeldMongo> {
  const database = new URL(env.MONGO_URL);
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const sockets: Socket[] = [];
  const held = new Set<Socket>();

  const front = createServer((near) => {
    const far = connect(Number(database.port), database.hostname);
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on('error', () => {});
    far.pipe(near);
    near.on('close', () => far.destroy());
    near.on('data', (bytes) => {
      if (isCommand(bytes, command, collection)) {
        held.add(near);
        reach();
      }
      if (!held.has(near)) far.write(bytes);
    });
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  onTestFinished(() => {
    front.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = front.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  const url = new URL(database);
  url.host = `127.0.0.1:${address.port}`;
  // Otherwise the driver would connect to the address that the database reports for itself.
  url.searchParams.set('directConnection', 'true');
  return { url: url.href, reached };
}

/**
 * Whether these bytes contain the command: a BSON document whose first field is a string. Its name is the
 * command, followed by four bytes of length and the collection.
 */
function isCommand(bytes: Buffer, command: string, collection: string): boolean {
  const name = Buffer.from(`\u0002${command}\0`, 'latin1');
  const at = bytes.indexOf(name);
  const value = Buffer.from(`${collection}\0`, 'latin1');
  return (
    at >= 0 &&
    bytes
      .subarray(at + name.length + 4)
      .subarray(0, value.length)
      .equals(value)
  );
}
