// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { DomUtil } from 'leaflet';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useConfigStore } from '#web/lib/config-store.ts';
import { buildConfig } from '#web/testing/build-config.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { LiveMap, type LiveMapProps } from './live-map.tsx';

const BELLAGIO = { lat: 36.1126, lng: -115.1767 };
const WYNN = { lat: 36.1264, lng: -115.1656 };
const SPHERE = { lat: 36.1208, lng: -115.1618 };
const CAR = { lat: 36.115, lng: -115.172 };
/** About 110 m north of `CAR`. */
const NORTH = { lat: 36.116, lng: -115.172 };

const ride: LiveMapProps = {
  label: 'Map of your ride',
  car: CAR,
  title: 'Sam is 7 min away',
  seen: null,
  stops: [
    { kind: 'stop', point: WYNN, title: 'Stop 1, passed', isPassed: true },
    { kind: 'dropoff', point: SPHERE, title: 'Drop-off', isPassed: false },
  ],
  nextStop: SPHERE,
  route: [CAR, SPHERE],
  ahead: [[SPHERE, BELLAGIO]],
};

// Leaflet checks for this method when loaded to detect SVG support; jsdom lacks only this part.
vi.hoisted(() => {
  SVGSVGElement.prototype.createSVGRect = () => new DOMRect();
});

let wantsLessMotion = false;

/** Provides the size and clock that a map needs: jsdom has neither layout nor rendering. */
beforeEach(async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.stubGlobal('matchMedia', () => ({ matches: wantsLessMotion }));
  wantsLessMotion = false;
  await answerApi({ 'GET /api/config': [503, { code: 'INTERNAL', message: 'Away.' }] });
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
});

const markers = () => screen.getAllByRole('button').filter((each) => each.matches('.map-marker'));
const marker = (title: string) => screen.getByRole('button', { name: title });

/** The car's position, in pixels from the top. */
const height = (title = ride.title) => DomUtil.getPosition(marker(title)).y;

/** Advances time; a frame is drawn every 16 ms. */
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('a car moves to its next position evenly, in about a second', () => {
  const { rerender } = render(<LiveMap {...ride} />);
  const from = height();

  rerender(<LiveMap {...ride} car={NORTH} />);
  expect(height()).toBe(from);
  pass(500);
  const middle = height();
  pass(600);
  const there = height();

  expect(there).toBeLessThan(from);
  expect(middle - there).toBeCloseTo((from - there) / 2, -1);
  pass(1_000);
  expect(height()).toBe(there);
});

test('a position received while the car is moving is reached from where the car is drawn', () => {
  const { rerender } = render(<LiveMap {...ride} />);
  const from = height();
  rerender(<LiveMap {...ride} car={NORTH} />);
  pass(500);
  const middle = height();

  rerender(<LiveMap {...ride} car={CAR} />);
  pass(16);
  expect(Math.abs(height() - middle)).toBeLessThanOrEqual(2);
  pass(1_100);
  expect(height()).toBe(from);
});

test('the car jumps to a distant position, and to any position with reduced motion', () => {
  const { rerender, unmount } = render(<LiveMap {...ride} />);
  const from = height();
  rerender(<LiveMap {...ride} car={{ ...CAR, lat: CAR.lat + 0.006 }} />);
  expect(height()).toBeLessThan(from);
  unmount();

  wantsLessMotion = true;
  const calm = render(<LiveMap {...ride} />);
  const before = height();
  calm.rerender(<LiveMap {...ride} car={NORTH} />);
  expect(height()).toBeLessThan(before);
});

test('stops are named, passed stops look different, and the route after the next stop is fainter', () => {
  const { container } = render(<LiveMap {...ride} />);

  expect(markers().map((each) => each.title)).toEqual(['Stop 1, passed', 'Drop-off', 'Sam is 7 min away']);
  expect(marker('Stop 1, passed')).toHaveClass('map-marker-passed');
  const ways = [...container.querySelectorAll('.leaflet-overlay-pane path')];
  const [ahead, now] = ways.map((way) => Number(way.getAttribute('stroke-opacity')));
  expect(ways).toHaveLength(2);
  expect(ahead).toBeLessThan(now ?? 0);
});

test('without tiles the drawn map of the valley is shown', () => {
  const { container } = render(<LiveMap {...ride} />);

  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('.valley-streets')).not.toBeNull();
  expect(screen.getByRole('region', { name: 'Map of your ride' })).toBeVisible();
});

const TILES = 'https://{s}.tiles.example/{z}/{x}/{y}.png';
const tiles = (container: HTMLElement) => container.querySelectorAll('img.leaflet-tile').length;

test('tiles load only after the street map is switched on, which is remembered until it is hidden', async () => {
  useConfigStore.setState({ config: buildConfig({ mapTileUrl: TILES }) });
  onTestFinished(() => useConfigStore.setState({ config: null }));
  const { container, unmount } = render(<LiveMap {...ride} />);
  expect(tiles(container)).toBe(0);
  expect(container.innerHTML).not.toContain('OpenStreetMap');
  expect(screen.getByText('Loads from tiles.example')).toBeVisible();

  fireEvent.click(screen.getByRole('button', { name: 'Show street map' }));
  expect(tiles(container)).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: 'OpenStreetMap' })).toBeVisible();
  expect(localStorage.getItem('street-map')).toBe('shown');

  unmount();
  const again = render(<LiveMap {...ride} />);
  expect(tiles(again.container)).toBeGreaterThan(0);
  fireEvent.click(screen.getByRole('button', { name: 'Hide street map' }));
  expect(tiles(again.container)).toBe(0);
  expect(localStorage.getItem('street-map')).toBeNull();
});

test('a car without recent positions is grey, and the map says when it was last seen', () => {
  const { rerender } = render(<LiveMap {...ride} />);
  expect(marker(ride.title)).toHaveClass('map-marker-driver');

  rerender(<LiveMap {...ride} title="Sam. Seen 4 min ago" seen="Seen 4 min ago" />);

  expect(marker('Sam. Seen 4 min ago')).toHaveClass('map-marker-stale');
  expect(screen.getByText('Seen 4 min ago')).toBeVisible();
});
