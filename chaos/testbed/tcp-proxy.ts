import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of the site whose connections can be cut. */
export interface TcpProxy {
  /** The site's origin through this proxy. */
  url: string;
  /** Makes the open WebSockets transmit nothing without closing either end. New connections work. */
  cutSilently(): void;
  /** Closes the open connections. */
  dropConnections(): void;
  close(): void;
}

/** Starts a proxy to the site, for the pages of one user. */
export async function startTcpProxy(site: string): Promise<TcpProxy> {
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
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');

  const dropConnections = () => {
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
    dropConnections,
    close() {
      dropConnections();
      server.close();
    },
  };
}
