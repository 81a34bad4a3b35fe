import { evenSteps } from '../geometry/even-steps.ts';
import { repeatAlong } from '../geometry/repeat-along.ts';
import { roundedPolygon } from '../geometry/rounded-polygon.ts';
import { roundedRect } from '../geometry/rounded-rect.ts';
import type { Pillar, VehicleShape } from '../vehicle-shape.ts';
import { entrance } from './entrance.ts';
import { luggageBays } from './luggage-bays.ts';
import { roofUnit } from './roof-unit.ts';

/** What a full coach and the shorter midi coach do not share, in centimetres. */
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

/** A flat-fronted coach: door ahead of the front axle, windscreen round the nose, mirror hanging before it. */
export function coach(options: {
  length: number;
  height: number;
  belt: number;
  size: 'full' | 'midi';
  light: 'warm' | 'party';
}): VehicleShape {
  const { length, height, belt, light } = options;
  const { frontOverhang, tyre, rearAxles, glassInset, rake, roofRadius, door, glassFrom, panes, bays } =
    sizes[options.size];
  const isFull = options.size === 'full';
  const frontAxle = length - frontOverhang;
  const lastRearAxle = Math.max(...rearAxles);
  const glassTop = height - glassInset;
  const doorX = length - door.back;
  const glassTo = doorX - 16;
  const screenX = doorX + door.width + 8;
  const bandFrom = glassFrom - 8;
  const paneWidth = (glassTo - glassFrom) / panes;
  const paneStarts = [glassFrom, ...evenSteps(glassFrom, glassTo, panes)];

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
    windows:
      light === 'party'
        ? [
            roundedPolygon([
              [bandFrom, belt, 8],
              [bandFrom + 22, glassTop, 16],
              [glassTo, glassTop, 6],
              [glassTo, belt, 6],
            ]),
          ]
        : paneStarts.map((x, index) =>
            index === 0 && isFull
              ? roundedPolygon([
                  [x + 20, belt, 8],
                  [x + 30, glassTop, 12],
                  [x + paneWidth - 4, glassTop, 7],
                  [x + paneWidth - 4, belt, 7],
                ])
              : roundedRect(x + 4, belt, paneWidth - 8, glassTop - belt, 7),
          ),
    light,
    ...(light === 'party' && { room: { from: bandFrom, to: glassTo } }),
    pillars: light === 'party' ? evenSteps(glassFrom, glassTo, 7).map((x): Pillar => [x, x, 2.4]) : [],
    entrance: entrance({ x: doorX, width: door.width - 8, sill: 58, top: glassTop }),
    windscreen: roundedPolygon([
      [screenX, belt - 40, 8],
      [screenX - 3, height - 22, 8],
      [length + 20, height - 22],
      [length + 20, belt - 40],
    ]),
    headrests: {
      at: light === 'party' ? [] : paneStarts.flatMap((x) => [x + paneWidth * 0.32, x + paneWidth * 0.8]),
      height: 30,
    },
    driver: [screenX + 20, belt + 20],
    shoulder: `M6 ${belt - 14}L${doorX - 10} ${belt - 14}`,
    crease: `M${glassFrom - 20} ${glassTop + 22}L${doorX - 10} ${glassTop + 22}`,
    seams: `M${doorX - 6} ${glassTop + 6}L${doorX - 6} 46L${doorX + door.width + 2} 46L${doorX + door.width - 2} ${glassTop + 6}ZM${length - 60} 44L${length - 60} 92L${length - 4} 92${luggageBays({ from: lastRearAxle + tyre + 22, to: frontAxle - tyre - 22, bottom: 66, top: belt - 34, count: bays })}${isFull ? engineLouvres : ''}`,
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
