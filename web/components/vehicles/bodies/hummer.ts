import { evenSteps, roundedPolygon, roundedRect } from '../geometry.ts';
import type { VehicleShape } from '../vehicle-shape.ts';

const GLASS_BELT = 146;
const GLASS_TOP = 188;
const pane = (x: number, width: number) => roundedRect(x, GLASS_BELT, width, GLASS_TOP - GLASS_BELT, 5);

/** The stretched Hummer, 11 m: upright windscreen, square arches, 0.95 m tyres, roof rack, amber markers. */
export const hummer: VehicleShape = {
  length: 1100,
  height: 200,
  belt: 142,
  sill: 44,
  glassTop: GLASS_TOP,
  body: roundedPolygon([
    [14, 52, 8],
    [4, 60, 8],
    [4, 128, 6],
    [14, 186, 10],
    [24, 200, 12],
    [858, 200, 16],
    [902, 140, 5],
    [1080, 134, 12],
    [1092, 128, 10],
    [1096, 66, 6],
    [1100, 64, 3],
    [1100, 46, 6],
    [1086, 44, 6],
    [1040, 40, 4],
    [60, 40, 4],
  ]),
  arch: { radius: 60, isSquare: true },
  wheels: [
    { x: 118, radius: 47.5, design: 'hummer' },
    { x: 985, radius: 47.5, design: 'hummer' },
  ],
  windows: [
    roundedPolygon([
      [30, GLASS_BELT, 4],
      [37, GLASS_TOP, 5],
      [154, GLASS_TOP, 5],
      [154, GLASS_BELT, 4],
    ]),
    pane(172, 82),
    ...[262, ...evenSteps(262, 756, 4)].map((x) => pane(x + 5, 113.5)),
    roundedPolygon([
      [776, GLASS_BELT, 4],
      [776, GLASS_TOP, 4],
      [848, GLASS_TOP, 7],
      [880, GLASS_BELT, 4],
    ]),
  ],
  light: 'warm',
  pillars: [],
  driver: [824, 159],
  shoulder: 'M6 136L900 137L1086 130',
  crease: 'M190 78L913 78',
  seams:
    'M766 198L766 60C766 54 770 50 776 50L892 50C898 66 902 90 900 140M163 196L163 124C170 116 182 104 186 90L192 50M259 196L259 50M900 112L1092 106',
  chrome: 'M186 46L917 46',
  handles: [
    [778, 128],
    [174, 128],
  ],
  rocker: [180, 923, 49],
  headlamp: roundedRect(1078, 104, 15, 19, 5),
  beamFrom: [1092, 114],
  tailLamp: roundedRect(4.5, 96, 8, 24, 2),
  grille: 'M1094.5 98L1094.5 74M1089 98L1089 74M1083.5 98L1083.5 74',
  intake: roundedRect(1050, 48, 48, 10, 3),
  mirror: roundedRect(868, 142, 15, 22, 4),
  roofBars: `M60 200L60 205L800 205L800 200${evenSteps(60, 800, 6)
    .map((x) => `M${Math.round(x)} 200L${Math.round(x)} 205`)
    .join('')}`,
  roofMarkers: [770, 790, 810, 830, 850].map((x) => roundedRect(x, 200, 9, 4, 2)).join(''),
};
