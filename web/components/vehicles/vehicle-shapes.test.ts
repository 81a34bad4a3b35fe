import { expect, test } from 'vitest';
import { VEHICLE_IDS } from '#common/vehicles/catalogue.ts';
import { vehicleMeasures } from './vehicle-measures.ts';
import { vehicleShapes } from './vehicle-shapes.ts';

/** Returns the extent of a path's points. Control points of the drawn curves overshoot by less than 2 cm. */
function reachOf(path: string) {
  const points = Array.from(
    path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g),
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  const xs = points.map(([x]) => x);
  return { rear: Math.min(...xs), front: Math.max(...xs), top: Math.max(...points.map(([, y]) => y)) };
}

test.each(VEHICLE_IDS)('%s is drawn with its real length and height', (vehicleId) => {
  const { length, height } = vehicleMeasures[vehicleId];
  const { body, roofBars } = vehicleShapes[vehicleId];
  const reach = reachOf(body);

  expect(reach.rear).toBeGreaterThanOrEqual(0);
  expect(reach.rear).toBeLessThan(5);
  expect(Math.abs(reach.front - length * 100)).toBeLessThan(2);
  expect(Math.abs(reachOf(roofBars ?? body).top - height * 100)).toBeLessThan(2);
});

test.each(VEHICLE_IDS)('%s has wheels that are apart from each other and under its body', (vehicleId) => {
  const { wheels, length, belt } = vehicleShapes[vehicleId];

  for (const [index, wheel] of wheels.entries()) {
    const next = wheels[index + 1];
    expect(wheel.x - wheel.radius).toBeGreaterThan(0);
    expect(wheel.x + wheel.radius).toBeLessThan(next ? next.x - next.radius : length);
    expect(wheel.radius * 2).toBeLessThan(belt);
  }
});
