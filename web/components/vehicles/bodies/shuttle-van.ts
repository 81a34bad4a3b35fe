import { roundedPolygon, roundedRect } from '../geometry.ts';
import type { VehicleShape } from '../vehicle-shape.ts';

const BELT = 150;
const TOP = 232;

/** The high-roofed van of the 16-seat shuttle, 7 m, with a sliding door. */
export const shuttleVan: VehicleShape = {
  length: 700,
  height: 280,
  belt: 144,
  sill: 34,
  glassTop: TOP,
  body: 'M12 36C4 38 2 44 2 54L3 230C4 256 8 270 22 275C60 279 120 280 200 280L430 280C470 280 496 276 512 266C552 236 590 192 622 150C652 140 676 128 688 114C696 104 699 92 699 76L699 50C699 40 696 33 688 30L640 27L80 28Z',
  arch: { radius: 40 },
  wheels: [
    { x: 166, radius: 35, design: 'van' },
    { x: 599, radius: 35, design: 'van' },
  ],
  windows: [
    roundedPolygon([
      [22, BELT, 6],
      [22, TOP, 8],
      [134, TOP, 6],
      [134, BELT, 6],
    ]),
    roundedRect(144, BELT, 112, TOP - BELT, 6),
    roundedRect(266, BELT, 112, TOP - BELT, 6),
    roundedPolygon([
      [392, BELT, 6],
      [392, TOP, 8],
      [462, TOP, 6],
      [462, BELT, 6],
    ]),
    'M476 146C474 146 474 148 474 150L474 226C474 231 476 233 480 233L508 233C514 233 518 230 522 226C548 200 572 170 590 150C592 147 591 145 588 144Z',
  ],
  light: 'warm',
  pillars: [[556, 548, 3]],
  headrests: { at: [58, 112, 178, 234, 300, 356, 428], height: 30 },
  driver: [524, 178],
  shoulder: 'M6 134L590 134',
  crease: 'M214 62L546 62',
  seams:
    'M468 244L468 60C468 52 472 44 480 44L552 44M594 142C590 120 582 100 566 84M262 246L262 46L464 46M384 246L384 46M262 126L384 126M620 122L684 112',
  handles: [
    [480, 126],
    [398, 126],
  ],
  rocker: [208, 557, 38],
  headlamp: 'M640 138C660 130 676 120 686 108L684 98C668 100 652 108 636 122Z',
  beamFrom: [686, 106],
  tailLamp: roundedRect(3, 96, 8, 60, 3),
  grille: 'M697 94L698.5 64',
  intake: roundedRect(660, 42, 34, 12, 3),
  mirror: roundedPolygon([
    [580, 146, 4],
    [574, 182, 6],
    [590, 184, 6],
    [598, 150, 4],
  ]),
};
