// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { prerenderMarkup } from '#web/testing/prerender-markup.ts';
import { vehicleMeasures } from './vehicle-measures.ts';

const network = { isDown: true, requests: 0 };

/** Simulates a newly loaded page that has not requested the code of a drawing yet. */
function loadDrawing(): Promise<typeof import('./vehicle-drawing.tsx')> {
  vi.resetModules();
  network.requests = 0;
  vi.doMock('./vehicle-art.tsx', async (original) => {
    network.requests += 1;
    if (network.isDown) throw new Error('Failed to fetch dynamically imported module');
    return await original();
  });
  return import('./vehicle-drawing.tsx');
}

beforeEach(() => {
  network.isDown = true;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

/** Waits until the rendered output satisfies the assertion. */
const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => {});
      check();
    },
    { timeout: 10_000 },
  );

/** Restores the network once a retry is scheduled, and waits for the retries to succeed. */
async function comeBack(): Promise<void> {
  await until(() => expect(vi.getTimerCount()).toBe(1));
  network.isDown = false;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
}

test('a drawing whose code fails to load is a plain rectangle of the same size until it loads', async () => {
  const { VehicleDrawing } = await loadDrawing();
  const { container } = await act(async () =>
    render(<VehicleDrawing vehicleId="lux-suv" paint="black" scale={20} figure />),
  );

  const { length, height } = vehicleMeasures['lux-suv'];
  await until(() => expect(container.querySelectorAll('rect')).toHaveLength(1));
  const standIn = container.querySelector('rect');
  expect(standIn).toHaveAttribute('width', `${length * 100}`);
  expect(standIn).toHaveAttribute('height', `${height * 100}`);
  expect(container.querySelector('path')).toBeNull();

  await comeBack();

  await until(() => expect(container.querySelectorAll('path').length).toBeGreaterThan(5));
  expect(standIn?.isConnected).toBe(false);
});

test('the drawing code is requested again only once for all drawings', async () => {
  const { VehicleDrawing } = await loadDrawing();
  const { container } = await act(async () =>
    render(
      <>
        <VehicleDrawing vehicleId="lux-suv" paint="black" scale={20} />
        <VehicleDrawing vehicleId="lux-sedan" paint="white" scale={20} />
      </>,
    ),
  );
  await until(() => expect(container.querySelectorAll('rect')).toHaveLength(2));
  const { requests } = network;

  await comeBack();

  await until(() => expect(container.querySelectorAll('rect')).toHaveLength(0));
  expect(network.requests).toBe(requests + 1);
});

test('a prerendered drawing stays while its code fails to load and is hydrated once it loads', async () => {
  network.isDown = false;
  vi.useRealTimers();
  const build = await loadDrawing();
  const page = document.createElement('div');
  page.innerHTML = await prerenderMarkup(
    <build.VehicleDrawing vehicleId="lux-suv" paint="black" scale={20} />,
  );
  const paths = page.querySelectorAll('path').length;
  expect(paths).toBeGreaterThan(5);

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  network.isDown = true;
  const { VehicleDrawing } = await loadDrawing();
  const root = await act(async () =>
    hydrateRoot(page, <VehicleDrawing vehicleId="lux-suv" paint="black" scale={20} />),
  );
  onTestFinished(() => act(() => root.unmount()));
  await until(() => expect(vi.getTimerCount()).toBe(1));
  expect(page.querySelectorAll('path')).toHaveLength(paths);
  expect(page.querySelector('rect')).toBeNull();

  await comeBack();

  expect(vi.getTimerCount()).toBe(0);
  expect(page.querySelectorAll('path')).toHaveLength(paths);
});
