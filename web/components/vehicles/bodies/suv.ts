import type { VehicleShape } from '../vehicle-shape.ts';

const shared = {
  length: 570,
  height: 194,
  belt: 130,
  sill: 32,
  glassTop: 186,
  light: 'warm',
  headrests: { at: [110, 228], height: 24 },
  driver: [342, 147],
  crease: 'M186 60C260 54 360 54 424 60',
  seams:
    'M292 128L294 72C294 54 292 44 288 37M428 129C432 104 432 66 424 38M182 130L180 112C176 98 180 84 186 66C190 54 190 44 190 37M526 112C522 96 520 84 520 74M566 58L524 60M8 72L86 68',
  rocker: [180, 428, 38],
  intake: 'M562 50L530 50L526 40L560 40Z',
  mirror: 'M404 130C402 142 410 146 424 145C432 144 433 136 428 130.5Z',
} as const;

/** The full-size SUV: flat roof with rails, upright tail lamps. */
export const suv: VehicleShape = {
  ...shared,
  body: 'M14 46C7 50 3 60 3 74L4 112C5 140 9 164 16 182C19 188 26 190 40 191C90 193.5 150 194 220 194C290 194 336 192 362 187C396 172 424 152 450 131C486 130 524 126 548 121C561 118 567 112 568 102L570 76C570 62 566 48 558 38L546 30L520 28L80 30L22 38Z',
  arch: { radius: 46 },
  wheels: [
    { x: 134, radius: 41, design: 'suv' },
    { x: 474, radius: 41, design: 'suv' },
  ],
  windows: [
    'M30 132C32 152 36 168 42 180C60 184 130 186 214 186C280 186 326 184 352 179C380 167 406 150 428 130C300 126 150 128 30 132Z',
  ],
  pillars: [
    [292, 288, 9],
    [180, 176, 9],
    [400, 398, 3],
  ],
  shoulder: 'M12 120C160 124 400 124 556 114',
  chrome: 'M188 46L420 46M44 191L50 196L318 196L326 190.6',
  handles: [
    [304, 116],
    [196, 117],
  ],
  headlamp: 'M540 119C552 117 562 113 566 106L567 84L560 84C560 98 552 106 538 110Z',
  beamFrom: [566, 104],
  tailLamp: 'M6 118C8 142 12 162 19 180L26 180C20 160 16 140 15 96L4.6 96Z',
  grille: 'M567.5 104C569.5 90 570 76 568 60',
};

/** The electric SUV: sloping tail, closed nose, flush handles, disc wheels. */
export const electricSuv: VehicleShape = {
  ...shared,
  body: 'M14 44C7 48 3 58 3 72C3 96 6 122 16 150C22 168 28 180 38 186C58 192 120 194 200 194C270 194 320 192 350 187C392 176 424 156 458 131C500 126 534 120 552 110C564 102 569 90 569.5 74C570 58 566 44 558 35L546 28L520 27L80 29L22 36Z',
  arch: { radius: 45 },
  wheels: [
    { x: 134, radius: 40, design: 'disc' },
    { x: 474, radius: 40, design: 'disc' },
  ],
  windows: [
    'M44 136C48 156 54 170 62 178C74 183 120 185 200 185C262 185 310 183 340 178C376 168 408 150 432 130C300 126 150 130 44 136Z',
  ],
  pillars: [
    [292, 286, 8],
    [188, 182, 7],
    [90, 84, 4],
    [396, 392, 3],
  ],
  shoulder: 'M20 124C160 130 380 126 540 106',
  handles: [
    [304, 116],
    [196, 117],
  ],
  hasFlushHandles: true,
  headlamp: 'M510 119C528 116 546 110 557 101L556 97C540 102 526 107 508 111Z',
  beamFrom: [558, 100],
  tailLamp: 'M5 122C20 130 44 134 66 134L66 130C44 129 20 124 4 114Z',
};
