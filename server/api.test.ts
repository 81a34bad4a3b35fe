import asyncApiSchema from '@asyncapi/specs/schemas/3.0.0-without-$id.json' with { type: 'json' };
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { API } from '#common/api.ts';
import type { Endpoint } from '#common/endpoint.ts';
import { JOBS } from '#common/jobs.ts';
import { RIDE_EVENTS } from '#common/rides/ride-events.ts';
import { API_ROUTES } from './api.ts';
import type { AsyncApi } from './http/build-async-api.ts';
import type { OpenApi } from './http/build-open-api.ts';
import { as, visitor } from './testing/as.ts';
import { buildAdmin } from './testing/build-user.ts';
import { setUpTestApp } from './testing/set-up-test-app.ts';

setUpTestApp();

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

test('every call has exactly one handler, and every handler belongs to a call', () => {
  const handled = API_ROUTES.flatMap(({ calls }) => calls.map(({ endpoint }) => nameOf(endpoint)));

  expect(handled.toSorted()).toEqual(API.map(nameOf).toSorted());
  expect(new Set(handled).size).toBe(handled.length);
});

test('no rate limit of a call has the name of a job, because logs and metrics name both', () => {
  const limits = API.flatMap(({ limit }) => limit?.name ?? []);

  expect(limits).toContain('verify-payment');
  expect(limits.filter((name) => Object.hasOwn(JOBS, name))).toEqual([]);
});

test('every path of the OpenAPI document declares its parameters as required', async () => {
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

test('every schema reference in the OpenAPI document resolves, and the session schema matches a real reply', async () => {
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

test('the AsyncAPI document is valid and contains every ride event', async () => {
  const { status, body } = await visitor().get('/api/asyncapi.json');

  expect(status).toBe(200);
  const isAsyncApi = new Ajv({ strict: false, validateFormats: false }).compile(asyncApiSchema);
  expect(isAsyncApi(body), JSON.stringify(isAsyncApi.errors?.slice(0, 3))).toBe(true);
  expect(isAsyncApi({ ...Object(body), channels: [] })).toBe(false);
  const { channels, operations, components }: AsyncApi = Object(body);
  expect(Object.values(components.messages).map(({ name }) => name)).toEqual(
    expect.arrayContaining(Object.keys(RIDE_EVENTS)),
  );
  expect(channels).toMatchObject({
    rider: { address: 'rider:{riderId}' },
    offers: { address: 'offers:{city}:{rideType}' },
  });
  expect(operations).toMatchObject({
    'ride.changed.rider': { action: 'send' },
    'offers.watch': { action: 'receive' },
  });
  expect(components.messages['offer.added']).toMatchObject({
    payload: { type: 'array', items: { $ref: '#/components/schemas/Offer' } },
  });
});

test('every reference in the AsyncAPI document resolves', async () => {
  const { body } = await visitor().get('/api/asyncapi.json');
  const pointers: string[] = [];
  const text = JSON.stringify(body, (key, value) => {
    if (key === '$ref') pointers.push(value);
    return value;
  });

  expect(pointers.length).toBeGreaterThan(20);
  for (const pointer of new Set(pointers)) {
    const target = pointer
      .split('/')
      .slice(1)
      .reduce((part, key) => Object(part)[key], JSON.parse(text));
    expect(target, pointer).toBeDefined();
  }
});

test('the OpenAPI document contains the constraints and error statuses of a booking', async () => {
  const { body } = await visitor().get('/api/openapi.json');

  const { requestBody, responses } = Object(body).paths['/api/rides'].post;
  const booking = requestBody.content['application/json'].schema;
  expect(booking.required).toContain('pickupLocation');
  expect(booking.properties.specialRequests.anyOf[0].maxLength).toBe(500);
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['201', '400', '401', '403', '409', '502']));
});

test('the page /api/docs lists calls and events without scripts or inline styles', async () => {
  const { status, headers, body } = await visitor().get('/api/docs');

  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
  expect(body).toContain('PATCH /api/rides/{rideId}/status');
  expect(body).toContain('offer:removed');
  expect(body).not.toMatch(/<script|style=/);
});

test('the page /api/docs labels parameters, replies, errors, audience and payload in plain English', async () => {
  const body = String((await visitor().get('/api/docs')).body);

  expect(body).toContain('Signing in sets a session cookie. Every error reply is an <code>Error</code>');
  expect(body).toContain('their <code>Origin</code> is checked');
  expect(body).toContain('Open to everyone.');
  expect(body).toContain('Requires a signed-in rider.');
  for (const label of ['Parameters', 'Replies', 'Payload']) expect(body).toContain(`<caption>${label}<`);
  expect(body).toContain('Errors: 400 INVALID_REQUEST');
  expect(body).toMatch(/At most \d+ calls in \d+ minutes per user\./);
  expect(body).toContain('array of <a href="#RiderRide">');
  expect(body).toContain('Sent to room <code>rider:{riderId}</code>');
  expect(body).not.toMatch(/any number|>always|`|body, form|For anybody/);
});

test('an unknown API path is answered with status 404 and JSON', async () => {
  const reply = await visitor().get('/api/nothing');

  expect(reply.status).toBe(404);
  expect(reply.body).toEqual({ message: 'There is nothing at this address.', code: 'NOT_FOUND' });
});

test('API responses forbid caching, MIME sniffing and framing', async () => {
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
  'responses of %s forbid caching, MIME sniffing and framing',
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
