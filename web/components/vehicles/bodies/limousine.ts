import { evenSteps, slidePath } from '../geometry.ts';
import type { Pillar, VehicleShape } from '../vehicle-shape.ts';
import { sedanFront, sedanTail } from './sedan.ts';

const PANE = 135;
const AXLE_GAP = 84;

/** Builds a stretched sedan: tail, a flat roof over panes of about 1.35 m between two doors, front. */
export function limousine(length: number, { hasSecondRearAxle = false } = {}): VehicleShape {
  const stretch = length - 520;
  const front = (path: string) => slidePath(path, stretch);
  const rearAxle = hasSecondRearAxle ? 116 + AXLE_GAP : 116;
  const frontAxle = 436 + stretch;
  const lounge = { from: hasSecondRearAxle ? 390 : 266, to: 254 + stretch };
  const panes = evenSteps(lounge.from, lounge.to, Math.round((lounge.to - lounge.from) / PANE));
  const rockerFrom = rearAxle + 42;
  const rockerTo = frontAxle - 42;

  return {
    length,
    height: 150,
    belt: 104,
    sill: 22,
    glassTop: 142,
    arch: { radius: 40 },
    body: `M16 30C7 33 3 44 2 58C1 76 3 94 9 104C13 108.5 22 110 34 110.5C60 112 84 112.5 104 114C126 128 152 143 182 147.5C196 149.6 214 150 236 150${front('L250 150C276 150 292 148 306 143.5C336 133 366 117 394 104C432 102 474 97 502 88C513 83 518 76 519 65C520.5 52 519 39 512 27L503 20L470 18')}L80 20L24 26Z`,
    wheels: [116, ...(hasSecondRearAxle ? [rearAxle] : []), frontAxle].map((x) => ({
      x,
      radius: 36,
      design: 'sedan',
    })),
    windows: [
      `M130 112C148 127 166 138 190 141.6C204 143.6 220 143.6 240 143.6${front('L250 143.6C272 143.6 288 141.6 300 137.8C326 129 350 116 370 104')}L130 108Z`,
    ],
    light: 'lounge',
    room: { from: 196, to: length - 236 },
    pillars: [
      [258 + stretch, 264 + stretch, 8],
      [345 + stretch, 351 + stretch, 2.4],
      [hasSecondRearAxle ? 176 : 172, hasSecondRearAxle ? 188 : 184, 3.4],
      ...(hasSecondRearAxle ? [post(288, 8), post(388, 8)] : [post(262, 9)]),
      ...panes.map((x) => post(x, 3)),
    ],
    driver: [312 + stretch, 121],
    shoulder: `M24 97C130 101 ${330 + stretch} 98 ${486 + stretch} 83`,
    crease: `M${rockerFrom + 8} 44C${rockerFrom + 70} 38 ${rockerTo - 60} 38 ${rockerTo - 6} 46`,
    seams: [
      front(sedanFront.frontDoor + sedanFront.bumper),
      sedanTail.bumper,
      hasSecondRearAxle
        ? 'M288 105L289 60C289 44 288 32 286 26M388 105L389 60C389 44 388 32 386 26'
        : 'M170 108C156 98 153 86 161 72C171 56 173 40 175 26M262 105L263 60C263 44 262 32 260 26',
    ].join(''),
    chrome: `M${rockerFrom} 31L${rockerTo} 31`,
    handles: [
      [272 + stretch, 92],
      [hasSecondRearAxle ? 300 : 184, 92],
    ],
    rocker: [rockerFrom, rockerTo, 26],
    headlamp: front(sedanFront.headlamp),
    beamFrom: [512 + stretch, 72],
    tailLamp: sedanTail.lamp,
    grille: front(sedanFront.grille),
    intake: front(sedanFront.intake),
    mirror: front(sedanFront.mirror),
  };
}

const post = (x: number, width: number): Pillar => [x, x, width];
