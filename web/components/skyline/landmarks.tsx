import { night } from './night.ts';
import { LitWindows } from './towers.tsx';

const APEX = { x: 1048, y: 268 };
const ROWS = Array.from({ length: 12 }, (_, index) => 292 + index * 11);

/**
 * The pyramid with its beam of light. `id` prefixes the id of the beam's gradient. The stylesheet hides the
 * beam on phones.
 */
export function Pyramid({ id }: { id: string }) {
  return (
    <>
      <linearGradient id={`${id}-sky-beam`} x1="0" x2="0" y1="1" y2="0">
        <stop stopColor={night.spark} stopOpacity=".8" />
        <stop offset=".5" stopColor={night.spark} stopOpacity=".22" />
        <stop offset="1" stopColor={night.spark} stopOpacity="0" />
      </linearGradient>
      <path className="skyline-beam" d="M1048 270L1044 -140L1052 -140Z" fill={`url(#${id}-sky-beam)`} />
      <path d="M940 420L1048 268L1156 420Z" fill="#120F0B" stroke={night.edge} />
      <path d="M1048 268L1078 420" stroke={night.edge} opacity=".6" />
      {ROWS.map((y, index) => {
        const reach = ((y - APEX.y) / (night.ground - APEX.y)) * 108 - 6;
        return (
          <path
            key={y}
            d={`M${APEX.x - reach} ${y}H${APEX.x + reach}`}
            stroke={night.window}
            strokeOpacity=".26"
            strokeDasharray="2 7"
            strokeDashoffset={index * 3}
          />
        );
      })}
      <circle cx={APEX.x} cy={APEX.y + 1} r="2.2" fill={night.spark} />
    </>
  );
}

/** The hotel with a curved front. */
export const CurvedHotel = () => (
  <>
    <path d="M352 420V232Q398 212 444 232V420Z" {...night.mass} />
    <LitWindows x={354} y={234} width={88} height={180} lit={0.36} grid={[6, 8]} />
    <path d="M352 240Q398 220 444 240" stroke={night.gold} strokeOpacity=".7" fill="none" />
  </>
);

/** The hotel at the lake: a fan-shaped front under a cupola. */
export const DomedHotel = () => (
  <>
    <path d="M560 420V272L604 254L640 248L676 254L720 272V420Z" {...night.mass} />
    <path d="M628 248V236Q640 224 652 236V248" {...night.mass} />
    <path d="M640 229V218" stroke={night.gold} />
    <LitWindows x={560} y={274} width={160} height={140} lit={0.42} grid={[6, 8]} />
    <path d="M560 274L604 256L640 250L676 256L720 274" fill="none" stroke={night.gold} strokeOpacity=".65" />
  </>
);

/** The lattice tower. */
export const LatticeTower = () => (
  <>
    <path
      d="M470 420C490 372 500 318 505 214M540 420C520 372 510 318 505 214M484 384H526M480 396H530M493 340H517M496 318H514M484 384L517 340M526 384L493 340M493 340L513 300M517 340L497 300M474 412Q505 372 536 412"
      fill="none"
      stroke="#B9924A"
      strokeWidth="1.1"
    />
    <path d="M505 214V190" stroke="#B9924A" strokeWidth="1.6" />
    <circle cx="505" cy="190" r="1.8" fill={night.spark} />
  </>
);

const PODS = 28;
const WHEEL_RADIUS = 96;

const decimal = (value: number) => Math.round(value * 10) / 10;
const spot = (angle: number, radius: number) =>
  `${decimal(radius * Math.cos(angle))} ${decimal(radius * Math.sin(angle))}`;
const angles = Array.from({ length: PODS }, (_, index) => (index * 2 * Math.PI) / PODS);
const podsWhere = (isWanted: (index: number) => boolean) =>
  angles
    .filter((_, index) => isWanted(index))
    .map((angle) => `M${spot(angle, WHEEL_RADIUS + 5)}h0`)
    .join('');

const spokes = angles.map((angle) => `M0 0L${spot(angle, WHEEL_RADIUS)}`).join('');
const pods = podsWhere((index) => index % 3 !== 0);
const brightPods = podsWhere((index) => index % 3 === 0);

/** The observation wheel with its lit pods. */
export const ObservationWheel = () => (
  <g transform="translate(904 268)" fill="none" stroke={night.gold}>
    <path d={spokes} strokeOpacity=".22" strokeWidth=".8" />
    <circle r={WHEEL_RADIUS} strokeOpacity=".85" strokeWidth="1.6" />
    <circle r={WHEEL_RADIUS - 6} strokeOpacity=".3" />
    <g strokeWidth="5.6" strokeLinecap="round" opacity=".9">
      <path d={pods} stroke={night.window} />
      <path d={brightPods} stroke={night.spark} />
    </g>
    <path d="M-46 152L0 0L46 152" stroke="#6B5836" strokeWidth="2.4" />
    <circle r="5" fill={night.gold} stroke="none" />
  </g>
);

const SPHERE_RADIUS = 62;
const parallels = [-40, -24, -8, 8]
  .map((y) => {
    const reach = Math.round(Math.sqrt(SPHERE_RADIUS ** 2 - y ** 2));
    return `M${-reach} ${y}Q0 ${y + 9} ${reach} ${y}`;
  })
  .join('');

/** The sphere, half hidden behind the street. */
export const Sphere = () => (
  <g transform="translate(132 392)">
    <circle r={SPHERE_RADIUS} fill="#1A150F" stroke={night.edge} />
    <path
      d={`${parallels}M0 -62V28M-32 -52Q-50 -8 -40 28M32 -52Q50 -8 40 28`}
      fill="none"
      stroke={night.gold}
      strokeOpacity=".34"
    />
  </g>
);

/** The observation tower: a tapering shaft, a pod with two lit decks, a mast with a red light. */
export const NeedleTower = () => (
  <>
    <path d="M1300 420C1316 340 1321 250 1322 130H1330C1331 250 1336 340 1352 420Z" {...night.mass} />
    <path d="M1326 420V150" stroke={night.edge} />
    <path
      d="M1304 132Q1302 118 1310 108L1314 96H1338L1342 108Q1350 118 1348 132Q1326 142 1304 132Z"
      fill="#1B150D"
      stroke={night.edge}
    />
    <path d="M1305 122H1347M1309 112H1343" stroke={night.window} strokeOpacity=".9" strokeDasharray="3 3" />
    <path d="M1326 96V20" stroke="#8C7444" strokeWidth="1.6" />
    <circle cx="1326" cy="20" r="2.2" fill="#F2867E" />
  </>
);
