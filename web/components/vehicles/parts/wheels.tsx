import type { VehicleShape, WheelDesign } from '../vehicle-shape.ts';

/** The wheels of a vehicle, with their shared metal gradients. */
export function Wheels({ wheels, id }: { wheels: VehicleShape['wheels']; id: string }) {
  return (
    <>
      <linearGradient id={`${id}-rim`} x1="0" y1="1" x2="0" y2="0">
        <stop stopColor="#F1ECE2" />
        <stop offset=".55" stopColor="#B3AB9D" />
        <stop offset="1" stopColor="#6B645A" />
      </linearGradient>
      <linearGradient id={`${id}-disc`} x1="0" y1="1" x2="0" y2="0">
        <stop stopColor="#B9B1A3" />
        <stop offset="1" stopColor="#5B554D" />
      </linearGradient>
      {wheels.map((wheel) => (
        <Wheel key={wheel.x} {...wheel} id={id} />
      ))}
    </>
  );
}

/** A spoked rim: its share of the tyre's radius, spokes as shares of the rim's radius, a tilt in radians. */
type SpokedRim = {
  rim: number;
  spokes: number;
  root: number;
  tip: number;
  from: number;
  to: number;
  tilt: number;
};

const spokedRims = {
  sedan: { rim: 0.74, spokes: 10, root: 0.085, tip: 0.06, from: 0.12, to: 0.95, tilt: 0.16 },
  disc: { rim: 0.76, spokes: 5, root: 0.07, tip: 0.035, from: 0.3, to: 0.86, tilt: 0.3 },
  suv: { rim: 0.72, spokes: 6, root: 0.15, tip: 0.11, from: 0.12, to: 0.95, tilt: 0.26 },
  hummer: { rim: 0.6, spokes: 7, root: 0.17, tip: 0.15, from: 0.12, to: 0.95, tilt: 0.22 },
  van: { rim: 0.64, spokes: 5, root: 0.2, tip: 0.16, from: 0.12, to: 0.95, tilt: 0.31 },
} as const satisfies Record<Exclude<WheelDesign, 'bus'>, SpokedRim>;

const STEEL_RIM = 0.6;

const decimal = (value: number) => Math.round(value * 1000) / 1000;

/** Returns `count` points of a unit circle, the first one rotated by `tilt`. */
const around = (count: number, tilt: number) =>
  Array.from({ length: count }, (_, index) => {
    const angle = tilt + (index * 2 * Math.PI) / count;
    return [Math.cos(angle), Math.sin(angle)] as const;
  });

function spokePath({ spokes, root, tip, from, to, tilt }: SpokedRim) {
  return around(spokes, tilt)
    .map(([cos, sin]) => {
      const corner = (out: number, aside: number) =>
        `${decimal(out * cos - aside * sin)} ${decimal(out * sin + aside * cos)}`;
      return `M${corner(from, root)}L${corner(to, tip)}L${corner(to, -tip)}L${corner(from, -root)}Z`;
    })
    .join('');
}

/** A tyre and rim on the ground at x, drawn on a unit circle, so that all sizes share one description. */
function Wheel({ x, radius, design, id }: { x: number; radius: number; design: WheelDesign; id: string }) {
  const rim = design === 'bus' ? STEEL_RIM : spokedRims[design].rim;
  return (
    <g transform={`translate(${x} ${radius}) scale(${radius})`}>
      <circle r="1" fill="#0F0E0D" />
      <circle r=".985" className="line" stroke="#8C8373" strokeOpacity=".62" />
      <circle r={(1 + rim) / 2} className="line" stroke="#000" strokeOpacity=".6" />
      <g transform={`scale(${rim})`}>
        <circle r="1" fill="#1A1816" />
        {design === 'bus' ? <SteelRim id={id} /> : <SpokedRimFace design={design} id={id} />}
        <circle r=".96" fill="none" stroke={`url(#${id}-rim)`} strokeWidth=".09" />
      </g>
    </g>
  );
}

function SpokedRimFace({ design, id }: { design: keyof typeof spokedRims; id: string }) {
  const isDisc = design === 'disc';
  return (
    <>
      {isDisc ? <circle r=".95" fill={`url(#${id}-disc)`} /> : <circle r=".62" fill="#34302B" />}
      <path d={spokePath(spokedRims[design])} fill={isDisc ? '#14120F' : `url(#${id}-rim)`} />
      <circle r=".17" fill={`url(#${id}-rim)`} />
      <circle r=".08" fill="#2A2723" />
    </>
  );
}

function SteelRim({ id }: { id: string }) {
  const holes = around(10, 0.2)
    .map(([cos, sin]) => `M${decimal(0.66 * cos)} ${decimal(0.66 * sin)}h0`)
    .join('');
  return (
    <>
      <circle r=".96" fill={`url(#${id}-rim)`} />
      <circle r=".8" fill="#8C857A" />
      <path d={holes} stroke="#191715" strokeWidth=".23" strokeLinecap="round" />
      <circle r=".36" fill={`url(#${id}-rim)`} />
      <circle r=".2" fill="#57514A" />
    </>
  );
}
