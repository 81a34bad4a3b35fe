import { expect, onTestFinished, test } from 'vitest';
import { startNode } from '../start-node.ts';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';
import { examineSockets } from './examine-sockets.ts';

setUpTestApp();

test('a site on which a socket can be opened has the state well', async () => {
  expect(await examineSockets(testAppUrl())).toMatchObject({ state: 'well' });
});

test('a site whose /socket.io leads to an API-only node is a fault', async () => {
  const node = await startNode({ port: 0, host: '127.0.0.1', role: 'api' });
  onTestFinished(() => node.close());

  expect(await examineSockets(`http://127.0.0.1:${node.port}`)).toMatchObject({
    state: 'fault',
    text: `http://127.0.0.1:${node.port}/socket.io answers with status 421: no page is live.`,
  });
});

test('examining a site that does not answer throws a connection error', async () => {
  await expect(examineSockets('http://127.0.0.1:1')).rejects.toThrow('ECONNREFUSED');
});
