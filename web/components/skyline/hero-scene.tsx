import { memo, type ReactNode, useId } from 'react';
import type { Paint, VehicleId } from '#common/vehicles/catalogue.ts';
import { LateVehicleArt } from '../vehicles/late-vehicle-art.tsx';
import { Chauffeur } from '../vehicles/parts/chauffeur.tsx';
import { vehicleMeasures } from '../vehicles/vehicle-measures.ts';
import { HeroStop } from './hero-stop.tsx';
import { Skyline } from './skyline.tsx';
import './hero-scene.css';

interface HeroSceneProps {
  vehicleId: VehicleId;
  paint: Paint;
  /** Name of the place at the line's ring, and what is said below it. */
  pickup: string;
  pickupDetail: string;
  /** Name of the place at the line's square, and what is said below it. */
  dropoff: string;
  dropoffDetail: string;
  /** A word under the vehicle; left out on phones. */
  caption?: ReactNode;
  /** The headline and its actions, above the scene. */
  children: ReactNode;
}

/**
 * The night scene of the home page, dark in both themes: a vehicle and its chauffeur on the route line before the Strip.
 * 780 px high (792 on a phone), less in a low window, more where the headline needs it.
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

/** Sized in em: the stylesheet's font size is the scene's pixels to the metre. */
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
        <LateVehicleArt vehicleId={vehicleId} id={id} isLit />
      </g>
    </svg>
  );
});
