import './skyline.css';
import clsx from 'clsx';
import { memo, type ReactNode, useId } from 'react';
import {
  CurvedHotel,
  DomedHotel,
  LatticeTower,
  NeedleTower,
  ObservationWheel,
  Pyramid,
  Sphere,
} from './landmarks.tsx';
import { night, seededRandom } from './night.ts';
import { BronzeTower, FarTowers, Tower } from './towers.tsx';

/**
 * The Strip at night, 1440 × 420, with the ground at the lower edge. Its container must clip it; it is
 * centred there and continues beyond 1440 with plain towers only. Below 48rem it is drawn at 0.66 around the
 * wheel and the needle, without the pyramid's beam.
 */
export const Skyline = memo(function Skyline({ className }: { className?: string }) {
  const id = useId();
  return (
    <svg className={clsx('skyline', className)} viewBox="0 0 1440 420" aria-hidden="true">
      <Wings id={`${id}-far`} mirrored>
        <FarTowers />
      </Wings>
      <Pyramid id={id} />
      <Wings id={`${id}-towers`}>
        <Tower x={20} width={46} height={128} lit={0.3} />
        <Tower x={196} width={42} height={120} lit={0.28} />
        <Tower x={246} width={54} height={168} lit={0.34} />
        <Tower x={300} width={44} height={204} lit={0.26} />
        <Tower x={1264} width={30} height={116} lit={0.34} />
        <Tower x={1366} width={60} height={142} lit={0.32} />
        <Tower x={1420} width={50} height={96} lit={0.3} />
      </Wings>
      <CurvedHotel />
      <LatticeTower />
      <DomedHotel />
      <Tower x={738} width={50} height={218} lit={0.3} gable={14} />
      <Tower x={784} width={38} height={150} lit={0.3} />
      <ObservationWheel />
      <Sphere />
      <BronzeTower x={1120} width={92} height={214} />
      <BronzeTower x={1184} width={74} height={180} />
      <NeedleTower />
      <Wings id={`${id}-street`} mirrored>
        <StreetFronts />
      </Wings>
    </svg>
  );
});

interface WingsProps {
  id: string;
  /** Mirrors the copies, so that a line that runs off one edge continues without a step. */
  mirrored?: boolean;
  children: ReactNode;
}

/** Draws a layer of the skyline and repeats it on both sides, for screens wider than the picture. */
function Wings({ id, mirrored = false, children }: WingsProps) {
  const [left, right] = mirrored
    ? ['scale(-1 1)', 'translate(2880 0) scale(-1 1)']
    : ['translate(-1490 0)', 'translate(1450 0)'];
  return (
    <>
      <g id={id}>{children}</g>
      <use href={`#${id}`} transform={left} />
      <use href={`#${id}`} transform={right} />
    </>
  );
}

const LEAVES = [
  [-15, 6],
  [-13, -4],
  [-6, -10],
  [3, -11],
  [11, -7],
  [16, 2],
  [12, 9],
  [-10, 11],
] as const;

/** The street: low casino fronts with lit cornices, and a palm every 96 px. */
function StreetFronts() {
  return (
    <>
      <path
        d="M0 420V392H64V384H140V394H232V380H330V396H452V386H560V400H700V390H820V398H960V388H1080V400H1210V390H1300V398H1440V420Z"
        fill="#0F0C08"
      />
      <path
        d="M232 380H330M452 386H560M700 390H820M960 388H1080M1210 390H1300M64 384H140"
        stroke="#E2B765"
        strokeOpacity=".75"
        strokeWidth="1.4"
      />
      <path d={palms} fill="none" stroke="#2A2115" strokeWidth="2" strokeLinecap="round" />
    </>
  );
}

const palms = rowOfPalms();

function rowOfPalms() {
  const random = seededRandom(11);
  return Array.from({ length: 15 }, (_, index) => {
    const x = 34 + index * 96 + Math.round(random() * 20);
    const height = 44 + Math.round(random() * 20);
    const crown = `M${x + 1} ${night.ground - height}`;
    const leaves = LEAVES.map(([dx, dy]) => `${crown}q${dx / 2} ${dy - 5} ${dx} ${dy}`).join('');
    return `M${x} ${night.ground}Q${x + 2} ${night.ground - height / 2} ${x + 1} ${night.ground - height}${leaves}`;
  }).join('');
}
