import { once } from 'node:events';
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import express, { type Express } from 'express';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHttpServer } from './create-http-server.ts';

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${Object(server.address()).port}`;
}

function greeting(): Express {
  const app = express();
  app.use(express.json());
  app.post('/greet/:name', (req, res) => {
    res.status(201).json({ hello: req.params.name, host: req.hostname, body: req.body });
  });
  return app;
}

const greet = async (url: string) => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/greet/Nia`, { method: 'POST', headers, body: '{"by":"us"}' });
  return [response.status, await response.json()];
};
const greeted = [201, { hello: 'Nia', host: '127.0.0.1', body: { by: 'us' } }];

test('requests and responses are created with Express’s prototypes, so Express need not set them', async () => {
  const [plain, born] = [greeting(), greeting()];
  const urls = [await listen(createServer(plain)), await listen(createHttpServer(born))];
  let changes = 0;
  const { setPrototypeOf } = Object;
  vi.spyOn(Object, 'setPrototypeOf').mockImplementation((object, prototype) => {
    const isTheirs = object instanceof IncomingMessage || object instanceof ServerResponse;
    if (isTheirs && Object.getPrototypeOf(object) !== prototype) changes += 1;
    return setPrototypeOf(object, prototype);
  });

  const counts: number[] = [];
  for (const url of urls) {
    changes = 0;
    expect(await greet(url)).toEqual(greeted);
    counts.push(changes);
  }

  expect(counts).toEqual([2, 0]);
});

test('an app that does not expose Express’s prototypes is served without the optimization', async () => {
  const app = greeting();
  const { request, response } = app;
  const handle: Express = Object.assign((req: IncomingMessage, res: ServerResponse) => {
    Object.assign(app, { request, response });
    app(req, res);
  }, {}) as Express;

  expect(await greet(await listen(createHttpServer(handle)))).toEqual(greeted);
});

test('every server times out headers after 20 seconds and requests after three minutes', () => {
  const plain: Express = Object.assign(() => {}, {}) as unknown as Express;

  for (const app of [greeting(), plain]) {
    const { headersTimeout, requestTimeout } = createHttpServer(app);

    expect(headersTimeout).toBe(20_000);
    expect(requestTimeout).toBe(180_000);
  }
});

test('idle connections are not closed', () => {
  expect(createHttpServer(greeting()).keepAliveTimeout).toBe(0);
});
