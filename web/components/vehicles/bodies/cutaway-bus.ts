import { roundedPolygon, roundedRect } from '../geometry.ts';
import type { VehicleShape } from '../vehicle-shape.ts';
import { entrance, entranceFrame, partyRoom, roofUnit } from './bus-parts.ts';

const BELT = 138;

/** Builds a party bus on a van's front: box body, tinted band, glass door just behind the cab. */
export function cutawayBus({
  length,
  height,
  wheelbase,
}: {
  length: number;
  height: number;
  wheelbase: number;
}): VehicleShape {
  const frontAxle = length - 88;
  const rearAxle = frontAxle - wheelbase;
  const boxEnd = length - 178;
  const glassTop = height - 52;
  const doorX = boxEnd - 84;
  const band = { from: 16, to: doorX - 10 };

  return {
    length,
    height,
    belt: BELT,
    sill: 40,
    glassTop,
    body: roundedPolygon([
      [6, 46, 6],
      [0, 54, 6],
      [0, height - 12, 22],
      [14, height, 22],
      [boxEnd - 16, height, 60],
      [boxEnd + 12, 226, 20],
      [length - 150, 221, 8],
      [length - 88, 141, 10],
      [length - 24, 126, 22],
      [length - 4, 108, 12],
      [length, 70, 8],
      [length, 44, 8],
      [length - 14, 34, 8],
      [length - 60, 32, 4],
      [60, 36, 4],
    ]),
    arch: { radius: 46 },
    wheels: [
      { x: rearAxle, radius: 40, design: 'bus' },
      { x: frontAxle, radius: 40, design: 'van' },
    ],
    ...partyRoom({ ...band, belt: BELT, top: glassTop, panes: Math.round((doorX - 26) / 130) }),
    entrance: entrance({ x: doorX, width: 66, sill: 56, top: glassTop }),
    cabWindow: roundedPolygon([
      [boxEnd + 14, 143, 4],
      [boxEnd + 14, 212, 6],
      [length - 155, 212, 8],
      [length - 103, 145, 4],
    ]),
    driver: [length - 140, 174],
    shoulder: `M6 ${BELT - 12}L${doorX - 14} ${BELT - 12}`,
    crease: `M${rearAxle + 56} 74L${doorX - 14} 74`,
    seams: [
      entranceFrame({ x: doorX, width: 66, sill: 44, top: glassTop }),
      `M${boxEnd + 8} 218L${boxEnd + 8} 66C${boxEnd + 8} 56 ${boxEnd + 12} 50 ${boxEnd + 20} 50L${frontAxle - 50} 50`,
      `M${length - 100} 138C${length - 106} 120 ${length - 116} 104 ${length - 130} 90`,
      `M${length - 100} 122L${length - 20} 109`,
    ].join(''),
    chrome: `M${rearAxle + 54} 46L${doorX - 12} 46`,
    handles: [[boxEnd + 18, 124]],
    rocker: [rearAxle + 48, frontAxle - 48, 44],
    headlamp: roundedPolygon([
      [length - 30, 118, 3],
      [length - 10, 106, 5],
      [length - 4, 92, 4],
      [length - 28, 92, 4],
    ]),
    beamFrom: [length - 6, 100],
    tailLamp: roundedRect(1, 74, 7, 44, 2),
    grille: `M${length - 1.5} 88L${length - 0.6} 62`,
    intake: roundedRect(length - 44, 44, 40, 10, 3),
    mirror: roundedPolygon([
      [length - 108, 146, 4],
      [length - 110, 178, 6],
      [length - 95, 178, 5],
      [length - 94, 146, 4],
    ]),
    roofUnit: roofUnit(length * 0.34, height, 130),
  };
}
