import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { env } from '../env.ts';
import { osrmRoute, type RoutingAnswer, startRoutingService } from '../testing/start-routing-service.ts';
import { logger } from './logger.ts';
import { findRoute } from './routing.ts';

const BELLAGIO = { lat: 36.1126, lng: -115.1767 };
const AIRPORT = { lat: 36.084, lng: -115.1537 };
const FOUND = osrmRoute(612.4, 5_806.9, [
  [-115.1767, 36.1126],
  [-115.1724, 36.1147],
  [-115.1537, 36.084],
]);

let minutes = 0;

// The log is throttled to once a minute, so each test gets a minute of its own.
beforeEach(() => {
  minutes += 1;
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(minutes * 60_000);
  onTestFinished(() => {
    vi.useRealTimers();
  });
  vi.spyOn(logger, 'warn');
});

const warnings = () => vi.mocked(logger.warn).mock.calls.map(([, message]) => message);

test.each(['', '/', '/osrm', '/osrm/'])(
  'a routing service at %j is requested in the form of OSRM, and its reply is parsed',
  async (path) => {
    const service = await startRoutingService();
    service.answer({ json: FOUND });
    env.ROUTING_URL += path;

    expect(await findRoute(BELLAGIO, AIRPORT)).toEqual({
      meters: 5_806.9,
      seconds: 612.4,
      path: [BELLAGIO, { lat: 36.1147, lng: -115.1724 }, AIRPORT],
    });
    expect(service.asked).toEqual([
      `${path.replace(/\/$/, '')}/route/v1/driving/-115.17670,36.11260;-115.15370,36.08400?overview=simplified&geometries=geojson`,
    ]);
    expect(warnings()).toEqual([]);
  },
);

test.each([
  [
    'no road leads there',
    { status: 400, json: { code: 'NoRoute', message: 'Impossible route between points' } },
  ],
  [
    'no road is near',
    {
      status: 400,
      json: { code: 'NoSegment', message: 'Could not find a matching segment for coordinate 1' },
    },
  ],
  ['there is none of its routes', { json: { code: 'Ok', routes: [], waypoints: [] } }],
] satisfies [string, RoutingAnswer][])(
  'a routing reply that %s gives no route and logs no warning',
  async (_what, answer) => {
    const service = await startRoutingService();
    service.answer(answer);

    expect(await findRoute(BELLAGIO, AIRPORT)).toBeNull();
    expect(service.asked).toHaveLength(1);
    expect(warnings()).toEqual([]);
  },
);

const withRoute = (route: object): RoutingAnswer => ({
  json: { ...FOUND, routes: FOUND.routes.map((known) => ({ ...known, ...route })) },
});
const alongPoints = (...coordinates: unknown[]) =>
  withRoute({ geometry: { coordinates, type: 'LineString' } });

test.each([
  [
    'a refused query',
    { status: 400, json: { code: 'InvalidQuery', message: 'Query string malformed close to position 62' } },
  ],
  ['too many requests', { status: 429, text: '<html><h1>429 Too Many Requests</h1></html>' }],
  ['an error of its own', { status: 500, json: { code: 'InternalError' } }],
  ['a page of somebody else', { status: 200, text: '<!doctype html><title>Welcome to nginx!</title>' }],
  ['nothing', { status: 200, text: '' }],
  ['JSON of another form', { json: ['Ok'] }],
  ['a way in the packed form', withRoute({ geometry: 'wbt~Ez`i_Vd@?' })],
  ['a time before now', withRoute({ duration: -3 })],
  ['a time that is a word', withRoute({ duration: 'soon' })],
  ['points off the earth', alongPoints([-115.17, 36.11], [-515, 136])],
  ['points that are words', alongPoints([-115.17, 36.11], ['west', 'north'])],
  ['a way of one point', alongPoints([-115.17, 36.11])],
  [
    'half an answer',
    (_req, res) => {
      res.writeHead(200, { 'content-length': 1_000 });
      res.write('{"code":"Ok","routes":[', () => res.destroy());
    },
  ],
  ['a closed connection', (req) => req.socket.destroy()],
] satisfies [string, RoutingAnswer][])(
  'a routing service that answers with %s gives no route, and a warning is logged',
  async (_what, answer) => {
    const service = await startRoutingService();
    service.answer(answer);

    expect(await findRoute(BELLAGIO, AIRPORT)).toBeNull();
    expect(service.asked).toHaveLength(1);
    expect(warnings()).toEqual(['routing service unavailable']);
  },
);

test('an unavailable routing service is logged once a minute, however often it is requested', async () => {
  const service = await startRoutingService();
  service.answer({ status: 503, text: '' });

  for (let time = 0; time < 3; time += 1) await findRoute(BELLAGIO, AIRPORT);

  expect(service.asked).toHaveLength(3);
  expect(warnings()).toHaveLength(1);
});

test.each([
  ['does not answer', () => {}],
  ['begins to answer, and does not go on', (_req, res) => res.writeHead(200).write('{"code":"Ok",')],
] satisfies [string, RoutingAnswer][])(
  'a request to a routing service that %s is aborted and its connection closed',
  async (_what, answer) => {
    const service = await startRoutingService();
    const closed = new Promise((resolve) => {
      service.answer((req, res) => {
        req.socket.once('close', resolve);
        answer(req, res);
      });
    });

    expect(await findRoute(BELLAGIO, AIRPORT)).toBeNull();
    await closed;
    expect(warnings()).toEqual(['routing service unavailable']);
  },
);

test('without a configured routing service no request is made', async () => {
  const service = await startRoutingService();
  env.ROUTING_URL = '';

  expect(await findRoute(BELLAGIO, AIRPORT)).toBeNull();
  expect(service.asked).toEqual([]);
});
