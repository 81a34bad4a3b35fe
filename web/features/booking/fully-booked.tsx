import { CircleAlert } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { Alternatives } from '#common/errors.ts';
import { formatCents } from '#common/money.ts';
import { formatTime, toInstant } from '#common/time.ts';
import { findVehicle, type VehicleId } from '#common/vehicles/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import type { Pricing } from '#web/lib/use-pricing.ts';
import { type Draft, wantsReturn } from './draft.ts';
import { editDraft } from './draft-store.ts';
import { estimateFare } from './estimate-fare.ts';
import type { FullyBookedDraft } from './mounted-form.ts';
import { useReturnTrip } from './return-trip/use-return-trip.ts';
import { chooseVehicle } from './vehicle-fields.tsx';

/** How many times, and how many vehicles, are offered. */
const OFFERED = 2;

interface OfferProps {
  /** The form as it is now. */
  draft: Draft;
  pricing: Pricing;
  /** Called after the form was changed to an alternative. Requests the ride again. */
  onChosen: () => void;
}

/**
 * Says that every vehicle of a type is booked at the chosen time, and offers the nearest free times and
 * larger vehicles. Renders nothing once the form needs another vehicle or time than the refused draft.
 */
export function FullyBooked({ refused, ...props }: OfferProps & { refused: FullyBookedDraft }) {
  if (!needsSameVehicle(refused.draft, props.draft)) return null;
  return <OfferedInstead alternatives={refused.alternatives} {...props} />;
}

/**
 * Whether two drafts need the same vehicle type at the same time, so that when one is fully booked, so is the
 * other.
 */
const needsSameVehicle = (one: Draft, other: Draft): boolean => vehicleTimeOf(one) === vehicleTimeOf(other);

const vehicleTimeOf = (draft: Draft) =>
  [
    draft.scheduledDate,
    draft.scheduledTime,
    draft.vehicleId,
    draft.bookingType,
    draft.hours,
    draft.stops.length,
  ]
    .concat(wantsReturn(draft) ? [draft.returnDate, draft.returnTime] : [])
    .join(' ');

/** Each button changes the form and requests the ride again. Takes the focus when it appears. */
function OfferedInstead({
  draft,
  alternatives,
  pricing,
  onChosen,
}: OfferProps & { alternatives: Alternatives }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);

  const { vehicleId } = draft;
  const { isReturn = false } = alternatives;
  const [date, time] = isReturn
    ? [draft.returnDate, draft.returnTime]
    : [draft.scheduledDate, draft.scheduledTime];
  const times = nearestTimes(alternatives.times, time);
  const vehicles = alternatives.rideTypes.flatMap((id) => findVehicle(id) ?? []).slice(0, OFFERED);
  const isNothingFree = times.length === 0 && vehicles.length === 0;
  const chooseTime = (chosen: string) => {
    editDraft(isReturn ? { returnTime: chosen } : { scheduledTime: chosen });
    onChosen();
  };
  const chooseAnother = (id: VehicleId) => {
    chooseVehicle(id);
    onChosen();
  };

  return (
    <section aria-labelledby="fully-booked" className="mt-5 rounded-card border border-danger p-4">
      <div className="flex gap-2.5">
        <CircleAlert aria-hidden size={18} className="mt-[0.2em] shrink-0 text-danger" />
        <div>
          <h3 ref={heading} id="fully-booked" tabIndex={-1} className="font-medium">
            Every {findVehicle(vehicleId)?.name ?? 'vehicle'} is booked at {formatLocalTime(date, time)}
            {isReturn && ' for the return'}
          </h3>
          <p className="text-14 text-ink-2">
            {isNothingFree
              ? 'Nothing of its size is free near that time. Please try another day.'
              : 'Take another time, or another car:'}
          </p>
        </div>
      </div>
      {!isNothingFree && (
        <ul className="mt-3 grid grid-cols-2 gap-2">
          {times.map((each) => (
            <li key={each}>
              <Button variant="outline" size={48} className="w-full px-2!" onClick={() => chooseTime(each)}>
                {formatLocalTime(date, each)}
              </Button>
            </li>
          ))}
          {vehicles.map(({ id, name }) => (
            <li key={id}>
              <Button variant="outline" size={48} className="w-full px-2!" onClick={() => chooseAnother(id)}>
                <span className="leading-tight">
                  <span className="block">{name}</span>
                  <Price draft={{ ...draft, vehicleId: id }} pricing={pricing} />
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The fare of the ride, and its return trip, in another vehicle. */
function Price({ draft, pricing }: { draft: Draft; pricing: Pricing }) {
  const isReturn = wantsReturn(draft);
  const code = useReturnTrip(isReturn);
  const there = estimateFare(draft, pricing);
  if (!there || (isReturn && !code)) return null;
  const back = isReturn && code ? estimateFare(code.wayBackOf(draft, there), pricing) : null;
  return (
    <span className="figures block text-12 font-normal">
      {formatCents(there.fareCents + (back?.fareCents ?? 0))}
    </span>
  );
}

/** Returns the free times nearest to the requested one, in chronological order. */
function nearestTimes(times: readonly string[], wanted: string): string[] {
  const away = (time: string) => Math.abs(minutesOf(time) - minutesOf(wanted));
  return times
    .toSorted((one, other) => away(one) - away(other))
    .slice(0, OFFERED)
    .toSorted();
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Formats a time as `7:30 PM`. A time that does not exist on that day is returned as typed. */
function formatLocalTime(date: string, time: string): string {
  const at = toInstant(date, time);
  return at ? formatTime(at) : time;
}
