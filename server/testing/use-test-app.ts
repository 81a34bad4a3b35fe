import { afterAll, beforeAll } from 'vitest';
import { type ServerNode, startNode } from '../start-node.ts';
import { useTestDatabase } from './use-test-database.ts';

let node: ServerNode | null = null;

/** The address of the server node that `useTestApp` started. */
export function testAppUrl(): string {
  if (!node) throw new Error('call useTestApp() at the top of the test file');
  return `http://127.0.0.1:${node.port}`;
}

/** Gives the tests of this file the whole server, listening on a port of its own, on an empty database. */
export function useTestApp(): void {
  useTestDatabase();
  beforeAll(async () => {
    node = await startNode({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await node?.close();
  });
}
