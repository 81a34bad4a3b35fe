import type { VehicleShape } from '../vehicle-shape.ts';

/**
 * The front of the sedan and every limousine. x is for the sedan; `slidePath` shifts it for longer bodies.
 */
export const sedanFront = {
  headlamp: 'M474 86C490 84 503 81 512 75L513 68C500 68 486 70 474 77Z',
  grille: 'M517.6 76C519.6 68 519.6 58 518.6 48',
  intake: 'M512 38L484 38L480 30L513 30Z',
  mirror: 'M351 104C350 112 357 115 367 114C373 113 374 108 370 104.5Z',
  bumper: 'M478 77C473 66 474 58 478 52M500 44L516 46',
  frontDoor: 'M258 104L260 60C260 44 258 32 254 26M371 104C378 84 380 56 372 26',
} as const;

/** The tail end of the sedan and every limousine. */
export const sedanTail = {
  lamp: 'M6.5 100C20 103 34 103 46 102L44 94C30 95 16 92 3.6 87Z',
  bumper: 'M44 94C58 84 66 74 72 62M2.5 60L72 57',
} as const;

const shared = {
  length: 520,
  height: 150,
  belt: 104,
  sill: 22,
  glassTop: 142,
  arch: { radius: 40 },
  light: 'warm',
  crease: 'M166 44C228 38 334 38 388 46',
  rocker: [158, 394, 26],
  intake: sedanFront.intake,
  mirror: sedanFront.mirror,
} as const;

/** The three-box luxury sedan, 5.2 m. */
export const sedan: VehicleShape = {
  ...shared,
  body: 'M16 30C7 33 3 44 2 58C1 76 3 94 9 104C13 108.5 22 110 32 110.5C52 112 72 112.5 88 114.5C122 130 160 144.5 206 148.6C234 151 264 150.6 292 146.6C328 140 364 119 394 104C432 102 474 97 502 87.5C513 82.5 518 75 519 64C520.5 52 519 39 512 27L503 20L470 18L80 20L24 26Z',
  wheels: [
    { x: 116, radius: 36, design: 'sedan' },
    { x: 436, radius: 36, design: 'sedan' },
  ],
  windows: [
    'M122 110.5C150 127 178 138 212 141.6C238 144 266 143.4 288 140C320 134 348 118 370 104C300 103.6 200 106 122 110.5Z',
  ],
  pillars: [
    [256, 262, 7],
    [168, 178, 3],
    [345, 351, 2.4],
  ],
  headrests: { at: [206], height: 24 },
  driver: [312, 121],
  shoulder: 'M24 97C130 101 330 98 486 83',
  seams: `${sedanFront.frontDoor}${sedanFront.bumper}${sedanTail.bumper}M166 108C154 98 152 86 160 72C170 56 172 40 174 26`,
  handles: [
    [270, 92],
    [182, 92],
  ],
  headlamp: sedanFront.headlamp,
  beamFrom: [512, 72],
  tailLamp: sedanTail.lamp,
  grille: sedanFront.grille,
};

/** The electric sedan: one arc from bonnet to tail, closed nose, flush handles, disc wheels. */
export const electricSedan: VehicleShape = {
  ...shared,
  body: 'M16 30C7 33 3 44 2 58C1 76 4 93 12 103C17 108 28 111 42 113C84 124 132 142 190 147.5C224 151 262 151 296 147C342 141 388 121 424 99C456 95 486 88 503 78C514 71 519 62 519.5 52C520 41 517 31 510 24L500 19L470 18L80 20L24 26Z',
  wheels: [
    { x: 116, radius: 36, design: 'disc' },
    { x: 436, radius: 36, design: 'disc' },
  ],
  windows: [
    'M104 112.5C140 129 172 138.5 210 141.6C238 144 268 143.6 294 140.6C332 135 368 119 394 101.5C300 101.5 190 106 104 112.5Z',
  ],
  pillars: [
    [262, 268, 6],
    [176, 186, 3],
    [352, 358, 3],
  ],
  headrests: { at: [214], height: 24 },
  driver: [324, 121],
  shoulder: 'M30 99C140 104 330 98 470 84',
  seams:
    'M264 103L266 60C266 44 264 32 260 26M394 101C400 84 398 56 388 26M176 108C162 96 160 84 168 70C176 54 178 40 180 26M470 77C468 66 472 58 478 52M58 97C66 84 72 74 76 64M3 62L70 58',
  handles: [
    [278, 92],
    [190, 92],
  ],
  hasFlushHandles: true,
  headlamp: 'M470 84C488 81 502 76 511 68L508 66C494 70 482 75 468 78Z',
  beamFrom: [512, 68],
  tailLamp: 'M4 92C18 99 42 101 60 101L60 97.5C42 97 18 94 3.4 86Z',
};
