import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to the site that can be cut. */
export interface Wire {
  /** The site's origin, by this way. */
  url: string;
  /** From now on the WebSockets that are open carry nothing, and nobody is told; new ones do. */
  cutSilently(): void;
  /** Ends the connections that are open. */
  drop(): void;
  close(): void;
}

/** Opens a way to the site, for one person. */
export async function openWire(site: string): Promise<Wire> {
  const { port: sitePort } = new URL(site);
  const pairs = new Set<[near: Socket, far: Socket]>();
  const webSockets = new Set<[near: Socket, far: Socket]>();

  const server = createServer((near) => {
    const far = connect(Number(sitePort), '127.0.0.1');
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.on('data', (chunk) => {
      if (/^upgrade: websocket/im.test(chunk.toString('latin1'))) webSockets.add(pair);
    });
    near.pipe(far);
    far.pipe(near);
    const end = () => {
      near.destroy();
      far.destroy();
      pairs.delete(pair);
      webSockets.delete(pair);
    };
    for (const socket of pair) socket.on('close', end).on('error', end);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the wire has no port');

  const drop = () => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  return {
    url: `http://localhost:${address.port}`,
    cutSilently() {
      for (const [near, far] of webSockets) {
        near.unpipe(far).removeAllListeners('close').removeAllListeners('data').pause();
        far.unpipe(near).removeAllListeners('close').pause();
      }
    },
    drop,
    close() {
      drop();
      server.close();
    },
  };
}
