import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Router } from 'express';
import { expect, test } from 'vitest';
import { API } from './api.ts';
import type { OpenApi } from './http/build-open-api.ts';
import { as, visitor } from './testing/as.ts';
import { buildAdmin } from './testing/build-user.ts';
import { setUpTestApp } from './testing/set-up-test-app.ts';

setUpTestApp();

/** `GET /api/rides/{rideId}` for each route of a router. */
function mountedCalls({ path, routes }: { path: string; routes: Router }): string[] {
  return routes.stack.flatMap(({ route }) =>
    (route?.stack ?? []).map(({ method }) => {
      const at = `${path}${route?.path}`.replace(/\/$/, '').replace(/:(\w+)/g, '{$1}');
      return `${method.toUpperCase()} ${at}`;
    }),
  );
}

test('every call is described, and every description has its call', () => {
  const mounted = API.flatMap(mountedCalls);
  const described = API.flatMap(({ calls }) => calls.map(({ call }) => call));

  expect(new Set(described)).toEqual(new Set(mounted));
  expect(new Set(described).size).toBe(described.length);
});

test('each path of the OpenAPI document names its parameters', async () => {
  const { status, body } = await visitor().get('/api/openapi.json');

  expect(status).toBe(200);
  const document: OpenApi = Object(body);
  expect(document.openapi).toBe('3.1.0');
  for (const [path, operations] of Object.entries(document.paths)) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters } of Object.values(operations)) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(named);
      expect(inPath.every(({ required }) => required)).toBe(true);
    }
  }
});

test('each schema of the OpenAPI document holds, references included', async () => {
  const { body } = await visitor().get('/api/openapi.json');
  const document: OpenApi = Object(body);
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({ ...document, $id: 'api' });
  const pointers: string[] = [];
  JSON.stringify(document, (key, value) => {
    if (key === '$ref') pointers.push(value);
    return value;
  });

  expect(pointers).toContain('#/components/schemas/RiderRide');
  for (const pointer of new Set(pointers)) expect(ajv.getSchema(`api${pointer}`), pointer).toBeDefined();
  const isSession = ajv.getSchema('api#/components/schemas/Session');
  expect(isSession?.((await visitor().get('/api/session')).body)).toBe(true);
  expect(isSession?.({ rider: 'somebody' })).toBe(false);
});

test('what the schemas say of a booking is in the document', async () => {
  const { body } = await visitor().get('/api/openapi.json');

  const { requestBody, responses } = Object(body).paths['/api/rides'].post;
  const booking = requestBody.content['application/json'].schema;
  expect(booking.required).toContain('pickupLocation');
  expect(booking.properties.specialRequests.anyOf[0].maxLength).toBe(500);
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['201', '400', '401', '403', '409', '502']));
});

test('people can read it, without scripts', async () => {
  const { status, headers, body } = await visitor().get('/api/docs');

  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
  expect(body).toContain('PATCH /api/rides/{rideId}/status');
  expect(body).not.toMatch(/<script|style=/);
});

test('an address of the API that is none answers JSON', async () => {
  const reply = await visitor().get('/api/nothing');

  expect(reply.status).toBe(404);
  expect(reply.body).toEqual({ message: 'There is nothing at this address.', code: 'NOT_FOUND' });
});

test('the answers of the API are not kept, sniffed or framed', async () => {
  const { headers } = await visitor().get('/api/session');

  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(headers.has('x-powered-by')).toBe(false);
  expect(headers.has('etag')).toBe(false);
});

test.each(['/api/nothing', '/healthz', '/readyz', '/metrics', '/robots.txt', '/sitemap.xml', '/ops/queues'])(
  'what %s answers is not kept, sniffed or framed either',
  async (path) => {
    const { headers } = await as(await buildAdmin()).get(path);

    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  },
);
