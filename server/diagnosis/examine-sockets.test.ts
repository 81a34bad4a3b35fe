import { expect, onTestFinished, test } from 'vitest';
import { startNode } from '../start-node.ts';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';
import { examineSockets } from './examine-sockets.ts';

setUpTestApp();

test('a site whose sockets open is well', async () => {
  expect(await examineSockets(testAppUrl())).toMatchObject({ state: 'well' });
});

test('a site whose /socket.io goes to a server for the API is not', async () => {
  const node = await startNode({ port: 0, host: '127.0.0.1', role: 'api' });
  onTestFinished(() => node.close());

  expect(await examineSockets(`http://127.0.0.1:${node.port}`)).toMatchObject({
    state: 'fault',
    text: `http://127.0.0.1:${node.port}/socket.io answers with status 421: no page is live.`,
  });
});

test('a site that does not answer cannot be examined', async () => {
  await expect(examineSockets('http://127.0.0.1:1')).rejects.toThrow('ECONNREFUSED');
});
