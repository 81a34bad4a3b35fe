import { night } from '../night.ts';

const RADIUS = 62;
const parallels = [-40, -24, -8, 8]
  .map((y) => {
    const reach = Math.round(Math.sqrt(RADIUS ** 2 - y ** 2));
    return `M${-reach} ${y}Q0 ${y + 9} ${reach} ${y}`;
  })
  .join('');

/** The sphere, half sunk behind the street. */
export const Sphere = () => (
  <g transform="translate(132 392)">
    <circle r={RADIUS} fill="#1A150F" stroke={night.edge} />
    <path
      d={`${parallels}M0 -62V28M-32 -52Q-50 -8 -40 28M32 -52Q50 -8 40 28`}
      fill="none"
      stroke={night.gold}
      strokeOpacity=".34"
    />
  </g>
);
