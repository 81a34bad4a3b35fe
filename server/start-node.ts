import { once } from 'node:events';
import { createApp } from './app.ts';
import { createHttpServer } from './http/create-http-server.ts';

/** A server node that listens. */
export interface ServerNode {
  port: number;
  /** Takes no more connections, and waits for the requests under way. */
  close(): Promise<void>;
}

interface NodeOptions {
  /** 0 takes any free port. */
  port: number;
  /** The interface to listen on; all of them unless named. */
  host?: string;
}

/** Starts one server node on this process's MongoDB and Redis. */
export async function startNode({ port, host }: NodeOptions): Promise<ServerNode> {
  const server = createHttpServer(createApp());
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');

  return {
    port: address.port,
    async close() {
      server.close();
      server.closeIdleConnections();
      await once(server, 'close');
    },
  };
}
