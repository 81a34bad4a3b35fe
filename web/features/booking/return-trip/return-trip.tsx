import type { ReactNode } from 'react';
import type { Fare } from '#common/fares/fare.ts';
import { fareLines } from '#common/fares/quote-fare.ts';
import { surgeNote, surgeTierOf } from '#common/fares/surge.ts';
import { formatDate } from '#common/format-date-time.ts';
import { formatCents } from '#common/money.ts';
import { addressLines } from '#common/places/address.ts';
import { returnTimeProblem } from '#common/rides/return-trip.ts';
import { addDays, dateInVegas, MAX_DAYS_AHEAD } from '#common/time.ts';
import { FareRows } from '#web/components/fare-rows.tsx';
import { FoldedFare } from '#web/components/folded-fare.tsx';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { useNow } from '#web/lib/use-now.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import type { FieldsProps } from '../booking-fields.tsx';
import type { Draft } from '../draft.ts';
import { requestTripFields } from '../draft-to-request.ts';
import { estimateFare, type FareFields } from '../estimate-fare.ts';
import type { TotalFare } from '../estimate-total.tsx';

interface ReturnTripFieldsProps extends FieldsProps {
  pricing: Pricing;
}

/** The switch for a return trip, with its date and time. */
export function ReturnTripFields({ draft, errors, onEdit, pricing }: ReturnTripFieldsProps) {
  const now = useNow();
  const today = dateInVegas(now);
  const { hasReturn, returnDate, returnTime, pickupLocation, dropoffLocation } = draft;
  const route = [dropoffLocation, pickupLocation].map((place) => addressLines(place).name.trim());

  return (
    <>
      <Switch
        isOn={hasReturn}
        onChange={(isWanted) => onEdit({ hasReturn: isWanted })}
        className="w-full flex-row-reverse justify-between"
      >
        <span className="text-left">
          <span className="block text-16 font-semibold">Return trip</span>{' '}
          {hasReturn && route.every(Boolean) && (
            <span className="block text-14 text-ink-2">{route.join(' to ')}</span>
          )}
        </span>
      </Switch>
      {hasReturn && (
        <div className="mt-3 mb-2 grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <Field
            label="Return Date"
            error={errors.returnDate}
            hint={surgeNote(returnDate, pricing.surgeCalendar)}
          >
            {(control) => (
              <DateInput
                {...control}
                aria-invalid={isMarked(errors.returnDate)}
                name="returnDate"
                min={draft.scheduledDate || today}
                max={addDays(today, MAX_DAYS_AHEAD)}
                value={returnDate}
                onChange={(event) => onEdit({ returnDate: event.target.value })}
              />
            )}
          </Field>
          <Field label="Return Time" error={errors.returnTime}>
            {(control) => (
              <TextInput
                {...control}
                aria-invalid={isMarked(errors.returnTime)}
                type="time"
                name="returnTime"
                value={returnTime}
                onChange={(event) => onEdit({ returnTime: event.target.value })}
              />
            )}
          </Field>
          <p className="text-14 text-ink-2 sm:col-span-2">
            A ride of its own, with its own driver. Cancel either, keep the other.
            {draft.promo && ' Your promo code is for the first ride.'}
          </p>
        </div>
      )}
    </>
  );
}

/** Marks a field also when its message is shown beside another field (an empty error). */
const isMarked = (error: string | undefined) => error !== undefined || undefined;

interface ReturnEstimateProps {
  draft: FareFields & Pick<Draft, 'returnDate'>;
  pricing: Pricing;
  /** Fare of the first ride. */
  there: Fare;
  /** Renders the total of both rides. */
  renderTotal: (fare: TotalFare) => ReactNode;
}

/** The cost of both rides: the first line by line, the return trip folded into one line, and the total. */
export function ReturnEstimate({ draft, pricing, there, renderTotal }: ReturnEstimateProps) {
  const now = useNow();
  const wayBack = wayBackOf(draft, there);
  const back = estimateFare(wayBack, pricing);
  const linesOf = (ride: FareFields, fare: Fare) =>
    fareLines(fare, {
      bookingType: 'point-to-point',
      hours: null,
      surgePricing: surgeTierOf(ride.scheduledDate, pricing.surgeCalendar),
      stops: ride.stops,
    });
  if (!back) return null;
  return (
    <>
      <FareRows lines={linesOf(draft, there)} className="gap-y-4" />
      <div className="mt-5 -mb-3 border-line border-t pt-2">
        <p className="flex min-h-11 items-center justify-between gap-4 leading-snug">
          <span className="text-ink-2">{labelOf('There', draft.scheduledDate, now)}</span>
          <span className="figures font-normal">{formatCents(there.fareCents)}</span>
        </p>
        <FoldedFare
          label={labelOf('Back', draft.returnDate, now)}
          lines={linesOf(wayBack, back)}
          fareCents={back.fareCents}
        />
      </div>
      {renderTotal({
        fareCents: there.fareCents + back.fareCents,
        giftCardCents: there.giftCardCents + back.giftCardCents,
        totalCents: there.totalCents + back.totalCents,
      })}
    </>
  );
}

/** Formats a label as `Back, Mon 30 Nov`; without the day until one is chosen. */
function labelOf(leg: string, date: string, now: Date): string {
  return date ? `${leg}, ${formatDate(date, now)}` : leg;
}

/** Returns why the time of the return trip is not possible; null when it is, or there is no return trip. */
export function returnProblem(draft: Draft, now: Date): string | null {
  const { returnTrip } = requestTripFields(draft);
  return returnTrip ? returnTimeProblem({ ...draft, hours: null }, returnTrip, now) : null;
}

/**
 * Builds a draft for the return trip alone: pickup and drop-off swapped, no stops, its own date, no promo
 * code, and only the gift card balance that the first ride leaves.
 */
export function wayBackOf(draft: ReturnEstimateProps['draft'], there: Fare): FareFields {
  const { pickupLocation, dropoffLocation, giftCard } = draft;
  return {
    ...draft,
    pickupLocation: dropoffLocation,
    dropoffLocation: pickupLocation,
    stops: [],
    scheduledDate: draft.returnDate,
    promo: null,
    giftCard: giftCard && {
      ...giftCard,
      currentBalance: (Math.round(giftCard.currentBalance * 100) - there.giftCardCents) / 100,
    },
  };
}
