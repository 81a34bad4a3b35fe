import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { env } from '#server/env.ts';

/** A command of MongoDB's protocol, and the collection that it is for. */
export interface MongoCommand {
  command: 'insert' | 'update' | 'findAndModify';
  collection: string;
}

/** The database with somebody in front who withholds a command. */
export interface HeldMongo {
  /** For `MONGO_URL`. */
  url: string;
  /** Settles when the first such command has come; the database gets none. */
  reached: Promise<void>;
}

/**
 * A proxy in front of the tests' database that withholds the commands of a kind, and all that follows on their connections: a
 * schedule may have started the same job a second time.
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
  // Else the driver goes to the address by which the database knows itself.
  url.searchParams.set('directConnection', 'true');
  return { url: url.href, reached };
}

/** A command is a BSON document whose first field is a string: its name, four bytes of length, the collection. */
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
