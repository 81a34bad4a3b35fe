import './hero-scene.css';
import './skyline.css';
import clsx from 'clsx';
import { memo, type ReactNode, useId } from 'react';
import type { Paint, VehicleId } from '#common/vehicles/catalogue.ts';
import { latePart } from '../late-part.tsx';
import { LazyVehicleArt } from '../vehicles/vehicle-drawing.tsx';
import { vehicleMeasures } from '../vehicles/vehicle-measures.ts';

interface HeroSceneProps {
  vehicleId: VehicleId;
  paint: Paint;
  /** The name of the place at the line's ring, and the detail below it. */
  pickup: string;
  pickupDetail: string;
  /** The name of the place at the line's square, and the detail below it. */
  dropoff: string;
  dropoffDetail: string;
  /** Shown below the vehicle, except on phones. */
  caption?: ReactNode;
  /** The headline and its actions, above the scene. */
  children: ReactNode;
}

/**
 * The night scene of the home page, dark in both themes: a vehicle and its chauffeur on the route line in
 * front of the Strip. 780 px high (792 on a phone), less in a low window, more if the headline needs it.
 */
export function HeroScene(props: HeroSceneProps) {
  const { vehicleId, paint, pickup, pickupDetail, dropoff, dropoffDetail, caption, children } = props;
  return (
    <section className="hero-scene dark bg-bg text-ink">
      <div className="hero-text column">{children}</div>
      <div className="hero-ground" aria-hidden="true">
        <div className="hero-sky">
          <Skyline />
        </div>
        <div className="column">
          <div className="hero-stage">
            <HeroVehicle vehicleId={vehicleId} paint={paint} />
            <div className="hero-route">
              <span className="hero-ring" />
              <span className="hero-line route-line" />
              <span className="hero-square" />
            </div>
          </div>
        </div>
      </div>
      <div className="hero-road column">
        <HeroStop place={pickup} detail={pickupDetail} />
        {caption && <p className="hidden text-14 text-ink-2 md:block">{caption}</p>}
        <HeroStop place={dropoff} detail={dropoffDetail} className="text-right" />
      </div>
    </section>
  );
}

const Skyline = latePart(() => import('./skyline.tsx'), 'Skyline');

/** Sized in em: the stylesheet's font size equals the scene's pixels per metre. */
const HeroVehicle = memo(function HeroVehicle({ vehicleId, paint }: { vehicleId: VehicleId; paint: Paint }) {
  const id = useId();
  const { length, height } = vehicleMeasures[vehicleId];
  return (
    <svg
      className="hero-vehicle vehicle"
      data-paint={paint}
      width={`${length}em`}
      viewBox={`0 ${-height * 100} ${length * 100} ${height * 100}`}
      aria-hidden="true"
    >
      <g transform="scale(1 -1)">
        <g className="hero-chauffeur" transform="translate(-65 0)">
          <Chauffeur />
        </g>
        <LazyVehicleArt vehicleId={vehicleId} id={id} isLit />
      </g>
    </svg>
  );
});

interface HeroStopProps {
  place: string;
  detail: string;
  className?: string;
}

/** The label below one end of the hero's route line. */
const HeroStop = ({ place, detail, className }: HeroStopProps) => (
  <p className={clsx('text-14 leading-[18px] md:leading-[22px]', className)}>
    <span className="block font-semibold">{place}</span>
    <span className="block text-ink-2">{detail}</span>
  </p>
);

const SUIT = '#191612';
const PIPING = '#A39270';

/** The chauffeur in the hero: 1.75 m, cap, dark suit, shirt and tie. The origin is between the feet. */
function Chauffeur() {
  return (
    <>
      <ellipse cy="1" rx="34" ry="4" opacity=".6" />
      <path d={suit} fill={SUIT} />
      <path d={suit} className="line" stroke={PIPING} strokeOpacity=".75" />
      <path d="M-4.6 148L0 122L4.6 148Z" fill="#EDE5D6" />
      <path d="M-1.6 146L1.6 146L1.2 126L0 122L-1.2 126Z" fill="#15130F" />
      <path d="M0 122L0 80M-4.6 148L0 120L4.6 148" className="line" stroke={PIPING} strokeOpacity=".5" />
      <ellipse cy="160.6" rx="7.4" ry="10.4" fill="#8A6F4A" />
      <path d={cap} fill={SUIT} />
      <path d={cap} className="line" stroke={PIPING} strokeOpacity=".75" />
    </>
  );
}

const suit =
  'M-4 153L-4.6 148C-9 146 -17 146 -20.5 140C-23.5 135 -24.5 122 -25 108L-25.4 87C-25 82 -20.6 82 -20.4 86L-18.6 108L-17 122L-17 98L-17.6 78L-14.6 77L-12.6 8L-16 3.4C-17 0 -15 0 -13 0L-5 0L-4.2 8L-1 72L1 72L4.2 8L5 0L13 0C15 0 17 0 16 3.4L12.6 8L14.6 77L17.6 78L17 98L17 122L18.6 108L20.4 86C20.6 82 25 82 25.4 87L25 108C24.5 122 23.5 135 20.5 140C17 146 9 146 4.6 148L4 153Z';
const cap = 'M-8.6 164C-5 161.6 5 161.6 8.6 164L8 168C11 171 9 174.6 0 175C-9 174.6 -11 171 -8 168Z';
