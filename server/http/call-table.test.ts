import express, { type RequestHandler } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { type Endpoint, endpoint } from '#common/endpoint.ts';
import { createCallTable } from './call-table.ts';

const CALLS = [
  endpoint({ method: 'GET', path: '/api/things/newest', summary: '', who: 'anybody', reply: null }),
  endpoint({ method: 'GET', path: '/api/things/:thingId', summary: '', who: 'anybody', reply: null }),
  endpoint({ method: 'PATCH', path: '/api/things/:thingId', summary: '', who: 'anybody', reply: null }),
  endpoint({
    method: 'GET',
    path: '/api/things/:thingId/card.ics',
    summary: '',
    who: 'anybody',
    reply: null,
  }),
];

/** Serves a table whose calls reply with what was matched. @returns a function that sends a request */
async function serve(endpoints: readonly Endpoint[]) {
  const answer: RequestHandler = ({ call, params }, res) => {
    res.json({ found: `${call?.endpoint.method} ${call?.endpoint.path}`, params });
  };
  const table = createCallTable(endpoints.map((endpoint) => ({ endpoint, answer })));
  const nothing: RequestHandler = (_req, res) => {
    res.json('nothing');
  };
  const server = express().use(table.match).use('/api', table.answer, nothing).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.close();
  });
  return async (method: string, path: string) => {
    const reply = await fetch(`http://127.0.0.1:${Object(server.address()).port}${path}`, { method });
    return method === 'HEAD' ? reply.status : reply.json();
  };
}

test('a call is found by its method and path, with its parameters decoded', async () => {
  const ask = await serve(CALLS);

  expect(await ask('GET', '/api/things/newest')).toEqual({ found: 'GET /api/things/newest', params: {} });
  expect(await ask('GET', '/api/things/a%20B?of=12')).toEqual({
    found: 'GET /api/things/:thingId',
    params: { thingId: 'a B' },
  });
  expect(await ask('PATCH', '/api/things/12')).toMatchObject({ found: 'PATCH /api/things/:thingId' });
  expect(await ask('GET', '/api/things/12/card.ics')).toEqual({
    found: 'GET /api/things/:thingId/card.ics',
    params: { thingId: '12' },
  });
});

test('a trailing slash and the letter case of a path are ignored, but parameters keep their case', async () => {
  const ask = await serve(CALLS);

  expect(await ask('GET', '/API/Things/Ab/')).toEqual({
    found: 'GET /api/things/:thingId',
    params: { thingId: 'Ab' },
  });
});

test('HEAD is answered like GET', async () => {
  expect(await (await serve(CALLS))('HEAD', '/api/things/newest')).toBe(200);
});

test.each([
  ['POST', '/api/things/12'],
  ['GET', '/api/things'],
  ['GET', '/api/things/12/13'],
  ['GET', '/api/things/%E0%A4%A'],
  ['GET', `/api/things/${'x'.repeat(1_001)}`],
  ['PROPFIND', '/api/things/12'],
])('%s %s matches no call and is passed to the next handler', async (method, path) => {
  expect(await (await serve(CALLS))(method, path)).toBe('nothing');
});

test('declaring two calls with the same method and path is refused', async () => {
  await expect(serve([...CALLS, ...CALLS])).rejects.toThrow('already declared');
});
