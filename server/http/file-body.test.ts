import { once } from 'node:events';
import { connect } from 'node:net';
import express, { type RequestHandler } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { endpoint } from '#common/endpoint.ts';
import { createCallTable } from './call-table.ts';
import { createHttpServer } from './create-http-server.ts';
import { createBodyDeadline } from './file-body.ts';

const takeFile = endpoint({
  method: 'POST',
  path: '/api/things/:thingId/file',
  summary: 'Takes a file.',
  who: 'anybody',
  file: { mediaTypes: ['image/png'], maxBytes: 10 },
  reply: null,
});

/** Starts a server that reads any file and waits 50 ms for other bodies. @returns its port */
async function listen(): Promise<number> {
  const app = express();
  const answer: RequestHandler = async (req, res) => {
    let bytes = 0;
    for await (const part of req) bytes += part.length;
    res.json({ bytes });
  };
  app.use(createCallTable([{ endpoint: takeFile, answer }]).match, createBodyDeadline(50), answer);
  app.use(((_error, _req, _res, _next) => {}) as express.ErrorRequestHandler);
  const server = createHttpServer(app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object(server.address()).port;
}

/** Sends only half of a body. */
async function trickle(path: string) {
  const socket = connect(await listen(), '127.0.0.1');
  let answer = '';
  socket.on('data', (part) => {
    answer += part;
  });
  socket.on('error', () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab`);
  return { socket, answer: () => answer };
}

test('a request whose body does not arrive in time is cut off', async () => {
  const { socket, answer } = await trickle('/api/things');

  await once(socket, 'close');

  expect(answer()).toBe('');
});

test('a file upload has more time to arrive than other bodies', async () => {
  const { socket, answer } = await trickle('/api/things/1/file');
  const cut = await trickle('/api/things/1');
  await once(cut.socket, 'close');

  socket.write('cd');

  await expect.poll(answer).toContain('{"bytes":4}');
  socket.destroy();
});
