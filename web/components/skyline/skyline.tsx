import clsx from 'clsx';
import { memo, useId } from 'react';
import { FarTowers } from './far-towers.tsx';
import { BronzeTower } from './landmarks/bronze-tower.tsx';
import { CurvedHotel } from './landmarks/curved-hotel.tsx';
import { DomedHotel } from './landmarks/domed-hotel.tsx';
import { LatticeTower } from './landmarks/lattice-tower.tsx';
import { NeedleTower } from './landmarks/needle-tower.tsx';
import { ObservationWheel } from './landmarks/observation-wheel.tsx';
import { Pyramid } from './landmarks/pyramid.tsx';
import { Sphere } from './landmarks/sphere.tsx';
import { StreetFronts } from './street-fronts.tsx';
import { Tower } from './tower.tsx';
import { Wings } from './wings.tsx';
import './skyline.css';

/**
 * The Strip at night, 1440 × 420, ground on the lower edge. Place it in a box that clips; it centres itself there and
 * goes on beyond 1440 with plain towers only. Below 48rem it is drawn at 0.66 about the wheel and the needle, without
 * the pyramid's beam.
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
