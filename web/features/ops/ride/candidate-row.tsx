import clsx from 'clsx';
import { Command } from 'cmdk';
import type { Candidate } from '#common/rides/dispatch-api.ts';
import type { Span } from '#common/rides/overlap.ts';
import { VehicleAndPlate } from '#web/components/vehicle-and-plate.tsx';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';
import { DriverStrip, hour } from './driver-strip.tsx';
import type { DrawnVehicle } from './use-driver-vehicles.ts';

interface CandidateRowProps {
  candidate: Candidate;
  drawing: DrawnVehicle | null;
  /** The hours of the ride, and the hours shown in the strip. */
  wanted: Span;
  shown: Span;
  isPending: boolean;
  onChoose: () => void;
}

/** A driver in the palette: vehicle, other rides at that time, and whether they fit. */
export function CandidateRow({ candidate, drawing, wanted, shown, isPending, onChoose }: CandidateRowProps) {
  const { driverId, name, fit, reason, vehicle, isOnDuty, rides } = candidate;
  const isChoosable = fit !== 'no';
  return (
    <Command.Item
      value={driverId}
      keywords={[name, vehicle?.name ?? '']}
      disabled={!isChoosable || isPending}
      onSelect={onChoose}
      className="candidate-grid candidate group/row cursor-pointer border-line border-b px-3 aria-disabled:cursor-default data-[selected=true]:bg-sunken"
    >
      <span className="self-center py-2 leading-snug [grid-area:who]">
        <span className="block font-medium">{name}</span>
        <span className="block text-14 text-ink-2">
          {vehicle ? <VehicleAndPlate vehicle={vehicle.name} /> : 'No suitable vehicle'}
        </span>
      </span>
      <span aria-hidden className="self-end justify-self-end [grid-area:drawing]">
        {drawing && (
          <VehicleDrawing vehicleId={drawing.rideType} paint={drawing.paint} scale={drawing.scale} />
        )}
      </span>
      <span className="[grid-area:strip] max-sm:hidden">
        <DriverStrip rides={rides} wanted={wanted} shown={shown} />
      </span>
      <span
        className={clsx(
          'self-center py-1 text-14 text-pretty leading-snug',
          isChoosable ? '[grid-area:why]' : '[grid-area:why-start/why-start/why-end/button-end]',
        )}
      >
        {fit === 'fits' ? (
          <>
            <span className="block">On duty</span>
            <span className="block font-medium text-ok">{formatFree(rides, wanted)}</span>
          </>
        ) : (
          <span className={clsx('block', fit === 'nearly' ? 'text-warn' : 'text-ink-2')}>
            {fit === 'no' && !isOnDuty && 'Off duty. '}
            {reason}
          </span>
        )}
      </span>
      {isChoosable && (
        <span
          aria-hidden
          className="inline-flex h-9 min-w-20 items-center justify-center self-center justify-self-end rounded-item border border-control px-3.5 font-semibold text-14 [grid-area:button] pointer-coarse:h-11 group-data-[selected=true]/row:border-action group-data-[selected=true]/row:bg-action group-data-[selected=true]/row:text-on-action"
        >
          Assign
        </span>
      )}
    </Command.Item>
  );
}

/** How long a driver who fits is free. */
function formatFree(rides: Candidate['rides'], wanted: Span): string {
  const next = rides.find(({ from }) => Date.parse(from) >= wanted.endMs);
  if (next) return `Free until ${hour(Date.parse(next.from))}`;
  return rides.length === 0 ? 'Free before and after' : 'Free after';
}
