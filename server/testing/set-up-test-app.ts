import { afterAll, beforeAll } from 'vitest';
import { type ServerNode, startNode } from '../start-node.ts';
import { setUpTestDatabase } from './set-up-test-database.ts';

let node: ServerNode | null = null;

/** Returns the URL of the server node that `setUpTestApp` started. */
export function testAppUrl(): string {
  if (!node) throw new Error('call setUpTestApp() at the top of the test file');
  return `http://127.0.0.1:${node.port}`;
}

/** Starts the whole server for the tests of this file, on a free port with an empty database. */
export function setUpTestApp(): void {
  setUpTestDatabase();
  beforeAll(async () => {
    node = await startNode({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await node?.close();
  });
}
