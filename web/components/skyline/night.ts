/** Colours of the night and the height of the ground in the skyline's own space. */
export const night = {
  ground: 420,
  mass: { fill: '#18140E', stroke: '#5C4B31' },
  edge: '#5C4B31',
  gold: '#D4AF61',
  window: '#F0CE8C',
  spark: '#FFF1CF',
} as const;
