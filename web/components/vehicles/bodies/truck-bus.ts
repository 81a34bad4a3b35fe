import { roundedPolygon, roundedRect } from '../geometry.ts';
import type { VehicleShape } from '../vehicle-shape.ts';
import { entrance, entranceFrame, luggageBays, partyRoom, roofUnit } from './bus-parts.ts';

const BELT = 160;
const REAR_AXLE = 268;

/** Builds a larger party bus behind a truck's bonnet, with luggage bays between the axles. */
export function truckBus({ length, height }: { length: number; height: number }): VehicleShape {
  const frontAxle = length - 112;
  const boxEnd = length - 214;
  const glassTop = height - 56;
  const doorX = boxEnd - 96;
  const band = { from: 18, to: doorX - 12 };

  return {
    length,
    height,
    belt: BELT,
    sill: 44,
    glassTop,
    body: roundedPolygon([
      [6, 50, 6],
      [0, 58, 6],
      [0, height - 12, 24],
      [14, height, 24],
      [boxEnd - 20, height, 70],
      [boxEnd + 12, 250, 20],
      [length - 186, 246, 8],
      [length - 136, 168, 10],
      [length - 40, 150, 30],
      [length - 6, 130, 16],
      [length - 2, 70, 8],
      [length, 60, 4],
      [length, 44, 8],
      [length - 16, 38, 8],
      [length - 60, 36, 4],
      [60, 40, 4],
    ]),
    arch: { radius: 56 },
    wheels: [
      { x: REAR_AXLE, radius: 49, design: 'bus' },
      { x: frontAxle, radius: 49, design: 'bus' },
    ],
    ...partyRoom({ ...band, belt: BELT, top: glassTop, panes: 5 }),
    entrance: entrance({ x: doorX, width: 78, sill: 60, top: glassTop }),
    cabWindow: roundedPolygon([
      [boxEnd + 15, 167, 4],
      [boxEnd + 15, 237, 6],
      [length - 191, 237, 8],
      [length - 151, 172, 4],
    ]),
    driver: [length - 179, 198],
    shoulder: `M6 ${BELT - 14}L${doorX - 16} ${BELT - 14}`,
    crease: `M${REAR_AXLE + 66} 84L${doorX - 16} 84`,
    seams: [
      entranceFrame({ x: doorX, width: 78, sill: 48, top: glassTop }),
      `M${boxEnd + 8} 240L${boxEnd + 8} 60L${frontAxle - 60} 60`,
      `M${length - 148} 164L${length - 158} 112`,
      `M${length - 146} 144L${length - 22} 129`,
      luggageBays({ from: REAR_AXLE + 84, to: doorX - 40, bottom: 92, top: 138, count: 3 }),
    ].join(''),
    chrome: `M${REAR_AXLE + 64} 52L${doorX - 14} 52`,
    handles: [[boxEnd + 18, 146]],
    rocker: [REAR_AXLE + 58, frontAxle - 58, 49],
    headlamp: roundedPolygon([
      [length - 46, 140, 4],
      [length - 14, 128, 8],
      [length - 6, 108, 5],
      [length - 40, 110, 5],
    ]),
    beamFrom: [length - 8, 118],
    tailLamp: roundedRect(1, 84, 7, 50, 2),
    grille: `M${length - 3} 116L${length - 1.4} 72M${length - 9} 112L${length - 8} 72`,
    intake: roundedRect(length - 50, 46, 46, 12, 3),
    mirror: roundedPolygon([
      [length - 157, 172, 4],
      [length - 160, 210, 6],
      [length - 143, 210, 5],
      [length - 142, 172, 4],
    ]),
    roofUnit: roofUnit(length * 0.36, height, 150),
  };
}
