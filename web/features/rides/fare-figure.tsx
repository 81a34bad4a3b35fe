import type { ReactNode } from 'react';
import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import { shownFare } from './shown-fare.ts';

interface FareFigureProps {
  ride: RiderRide | DriverRide;
  /** Under the amount: whether it is paid, or what the driver gets of it. */
  children?: ReactNode;
}

/** What a ride costs, with its label. */
export function FareFigure({ ride, children }: FareFigureProps) {
  const { label, amount } = shownFare(ride);
  return (
    <div className="text-right [grid-area:fare]">
      <p className="text-14 text-ink-2">{label}</p>
      <p className="figures text-22 leading-tight sm:text-28">{amount}</p>
      {children && <p className="mt-0.5 text-14 text-ink-2">{children}</p>}
    </div>
  );
}
