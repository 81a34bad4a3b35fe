import { repeatAlong, roundedPolygon, roundedRect } from '../geometry.ts';
import type { VehicleShape } from '../vehicle-shape.ts';
import { entrance, entranceFrame, luggageBays, partyRoom, passengerRoom, roofUnit } from './bus-parts.ts';

/** The differences between a full coach and the shorter midi coach, in centimetres. */
const sizes = {
  full: {
    frontOverhang: 268,
    tyre: 51,
    rearAxles: [240, 372],
    glassInset: 54,
    rake: 46,
    roofRadius: 66,
    door: { back: 168, width: 84 },
    glassFrom: 34,
    panes: 7,
    bays: 4,
  },
  midi: {
    frontOverhang: 236,
    tyre: 46,
    rearAxles: [262],
    glassInset: 52,
    rake: 34,
    roofRadius: 52,
    door: { back: 152, width: 78 },
    glassFrom: 26,
    panes: 5,
    bays: 3,
  },
} as const;

interface CoachOptions {
  length: number;
  height: number;
  belt: number;
  size: keyof typeof sizes;
  use: 'party' | 'shuttle';
}

/** Builds a flat-fronted coach: door ahead of the front axle, windscreen around the nose, mirror in front. */
export function coach({ length, height, belt, size, use }: CoachOptions): VehicleShape {
  const { frontOverhang, tyre, rearAxles, glassInset, rake, roofRadius, door, glassFrom, panes, bays } =
    sizes[size];
  const isFull = size === 'full';
  const frontAxle = length - frontOverhang;
  const lastRearAxle = Math.max(...rearAxles);
  const glassTop = height - glassInset;
  const doorX = length - door.back;
  const screenX = doorX + door.width + 8;
  const glass = { from: glassFrom, to: doorX - 16, belt, top: glassTop, panes };

  return {
    length,
    height,
    belt,
    sill: 42,
    glassTop,
    body: roundedPolygon([
      [8, 44, 8],
      [0, 54, 10],
      [0, height - 40, 40],
      [18, height, 34],
      [length - rake - 30, height, roofRadius],
      [length - 8, belt - 20, 80],
      [length - 1, 96, 24],
      [length, 46, 10],
      [length - 16, 36, 10],
      [length - 60, 34, 4],
      [60, 36, 4],
    ]),
    arch: { radius: tyre + 8 },
    wheels: [...rearAxles, frontAxle].map((x) => ({ x, radius: tyre, design: 'bus' })),
    ...(use === 'party'
      ? partyRoom({ ...glass, from: glassFrom - 8, lean: 22 })
      : passengerRoom({ ...glass, rearInset: isFull ? 20 : 0 })),
    entrance: entrance({ x: doorX, width: door.width - 8, sill: 58, top: glassTop }),
    windscreen: roundedPolygon([
      [screenX, belt - 40, 8],
      [screenX - 3, height - 22, 8],
      [length + 20, height - 22],
      [length + 20, belt - 40],
    ]),
    driver: [screenX + 20, belt + 20],
    shoulder: `M6 ${belt - 14}L${doorX - 10} ${belt - 14}`,
    crease: `M${glassFrom - 20} ${glassTop + 22}L${doorX - 10} ${glassTop + 22}`,
    seams: [
      entranceFrame({ x: doorX, width: door.width - 8, sill: 46, top: glassTop }),
      `M${length - 60} 44L${length - 60} 92L${length - 4} 92`,
      luggageBays({
        from: lastRearAxle + tyre + 22,
        to: frontAxle - tyre - 22,
        bottom: 66,
        top: belt - 34,
        count: bays,
      }),
      isFull ? engineLouvres : '',
    ].join(''),
    chrome: `M${lastRearAxle + tyre + 14} 56L${frontAxle - tyre - 14} 56`,
    handles: [],
    rocker: [lastRearAxle + tyre + 10, frontAxle - tyre - 10, 50],
    headlamp: roundedPolygon([
      [length - 40, 100, 6],
      [length - 16, 100, 8],
      [length - 6, 80, 6],
      [length - 34, 78, 5],
    ]),
    beamFrom: [length - 8, 88],
    tailLamp: roundedRect(1, 92, 8, 56, 2),
    intake: roundedRect(length - 46, 52, 40, 12, 3),
    mirror: roundedPolygon([
      [length - rake - 26, height - 24, 4],
      [length - rake + 30, height - 46, 10],
      [length - rake + 38, height - 104, 6],
      [length - rake + 22, height - 104, 6],
      [length - rake + 20, height - 56, 6],
      [length - rake - 22, height - 38, 4],
    ]),
    ...(!isFull && { roofUnit: roofUnit(length * 0.3, height, 190) }),
  };
}

const engineLouvres = repeatAlong(104, 150, 10)
  .map((y) => `M26 ${y}L110 ${y}`)
  .join('');
