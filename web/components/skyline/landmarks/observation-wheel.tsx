import { night } from '../night.ts';

const PODS = 28;
const RADIUS = 96;

const decimal = (value: number) => Math.round(value * 10) / 10;
const spot = (angle: number, radius: number) =>
  `${decimal(radius * Math.cos(angle))} ${decimal(radius * Math.sin(angle))}`;
const angles = Array.from({ length: PODS }, (_, index) => (index * 2 * Math.PI) / PODS);
const podsWhere = (isWanted: (index: number) => boolean) =>
  angles
    .filter((_, index) => isWanted(index))
    .map((angle) => `M${spot(angle, RADIUS + 5)}h0`)
    .join('');

const spokes = angles.map((angle) => `M0 0L${spot(angle, RADIUS)}`).join('');
const pods = podsWhere((index) => index % 3 !== 0);
const brightPods = podsWhere((index) => index % 3 === 0);

/** The observation wheel with its lit pods. */
export const ObservationWheel = () => (
  <g transform="translate(904 268)" fill="none" stroke={night.gold}>
    <path d={spokes} strokeOpacity=".22" strokeWidth=".8" />
    <circle r={RADIUS} strokeOpacity=".85" strokeWidth="1.6" />
    <circle r={RADIUS - 6} strokeOpacity=".3" />
    <g strokeWidth="5.6" strokeLinecap="round" opacity=".9">
      <path d={pods} stroke={night.window} />
      <path d={brightPods} stroke={night.spark} />
    </g>
    <path d="M-46 152L0 0L46 152" stroke="#6B5836" strokeWidth="2.4" />
    <circle r="5" fill={night.gold} stroke="none" />
  </g>
);
