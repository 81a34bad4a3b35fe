/** Colours of the night scene, and the y coordinate of the ground in the skyline's coordinates. */
export const night = {
  ground: 420,
  mass: { fill: '#18140E', stroke: '#5C4B31' },
  edge: '#5C4B31',
  gold: '#D4AF61',
  window: '#F0CE8C',
  spark: '#FFF1CF',
} as const;

/** Returns a generator of pseudo-random numbers from 0 up to 1, deterministic by seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
