import { expect, test } from 'vitest';
import { VEHICLE_IDS } from '#common/vehicles/catalogue.ts';
import { prerenderMarkup } from '#web/testing/prerender-markup.ts';
import { VehicleDrawing } from './vehicle-drawing.tsx';
import { FIGURE_HEIGHT, FIGURE_SPACE, vehicleMeasures } from './vehicle-measures.ts';

const paints = ['black', 'white', 'pink', 'green'] as const;
const idsIn = (markup: string) => Array.from(markup.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
const danglingIn = (markup: string) => {
  const ids = new Set(idsIn(markup));
  return Array.from(markup.matchAll(/url\(#([^)]+)\)/g), ([, id]) => id).filter((id) => !ids.has(id));
};

test.each(VEHICLE_IDS)('%s is drawn in every paint without invalid numbers', async (vehicleId) => {
  for (const paint of paints) {
    const markup = await prerenderMarkup(
      <VehicleDrawing vehicleId={vehicleId} paint={paint} scale={30} lit figure />,
    );

    expect(markup).toContain('<path');
    expect(markup).toContain(`data-paint="${paint}"`);
    expect(markup).not.toMatch(/NaN|undefined|Infinity/);
  }
});

test('ids are unique on a page of drawings, and every reference has its definition', async () => {
  const markup = await prerenderMarkup(
    VEHICLE_IDS.map((vehicleId) => (
      <VehicleDrawing key={vehicleId} vehicleId={vehicleId} paint="black" scale={30} lit />
    )),
  );
  const ids = idsIn(markup);

  expect(ids.length).toBeGreaterThan(VEHICLE_IDS.length * 8);
  expect(new Set(ids).size).toBe(ids.length);
  expect(danglingIn(markup)).toEqual([]);
});

test('an unlit drawing refers to no missing definition', async () => {
  for (const vehicleId of VEHICLE_IDS) {
    const markup = await prerenderMarkup(<VehicleDrawing vehicleId={vehicleId} paint="white" scale={30} />);

    expect(danglingIn(markup)).toEqual([]);
  }
});

test('the picture has the scaled size of the vehicle, and is wider with a figure', async () => {
  const { length, height } = vehicleMeasures['shuttle-45'];
  const alone = await prerenderMarkup(<VehicleDrawing vehicleId="shuttle-45" paint="white" scale={20} />);
  const accompanied = await prerenderMarkup(
    <VehicleDrawing vehicleId="shuttle-45" paint="white" scale={20} figure />,
  );

  expect(alone).toContain(`width="${length * 20}" height="${height * 20}"`);
  expect(accompanied).toContain(`width="${(length + FIGURE_SPACE) * 20}" height="${height * 20}"`);
});

test('a figure taller than the car makes the picture as tall as the figure', async () => {
  const markup = await prerenderMarkup(
    <VehicleDrawing vehicleId="lux-sedan" paint="black" scale={100} figure />,
  );

  expect(markup).toContain(`height="${FIGURE_HEIGHT * 100}"`);
});

test('a drawing is hidden from screen readers unless it has a title', async () => {
  const plain = await prerenderMarkup(<VehicleDrawing vehicleId="lux-suv" paint="black" scale={20} />);
  const titled = await prerenderMarkup(
    <VehicleDrawing vehicleId="lux-suv" paint="black" scale={20} title="Lux SUV in black" />,
  );

  expect(plain).toMatch(/^<svg[^>]* aria-hidden="true"/);
  expect(titled).toMatch(/^<svg[^>]* role="img" aria-label="Lux SUV in black"/);
  expect(titled).not.toMatch(/^<svg[^>]* aria-hidden/);
});
