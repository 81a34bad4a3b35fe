import type { Fare } from '#common/fares/fare.ts';
import { fareLines } from '#common/fares/quote-fare.ts';
import { surgeTierOf } from '#common/fares/surge.ts';
import { FareRows } from '#web/components/fare-rows.tsx';
import type { Pricing } from '#web/lib/use-pricing.ts';
import { formPart } from './booking-fields.tsx';
import { type Draft, hoursOf, wantsReturn } from './draft.ts';
import { estimateFare, FARE_FIELDS, type FareFields } from './estimate-fare.ts';
import { EstimateTotal } from './estimate-total.tsx';
import { useReturnTrip } from './return-trip/use-return-trip.ts';

interface FareEstimateProps {
  draft: FareFields & Pick<Draft, 'hasReturn' | 'returnDate'>;
  pricing: Pricing;
}

const FIELDS = [...FARE_FIELDS, 'hasReturn', 'returnDate'] as const;

/** The fare of the form line by line, with its total. Renders nothing until it can be priced. */
export const FareEstimate = formPart(FIELDS, function FareEstimate({ draft, pricing }: FareEstimateProps) {
  const fare = estimateFare(draft, pricing);
  return fare && <FareOf draft={draft} fare={fare} pricing={pricing} />;
});

/** The fare of the ride or, with a return trip, of both rides. */
function FareOf({ draft, fare, pricing }: FareEstimateProps & { fare: Fare }) {
  const isReturn = wantsReturn(draft);
  const ReturnEstimate = useReturnTrip(isReturn)?.ReturnEstimate;
  return isReturn && ReturnEstimate ? (
    <ReturnEstimate
      draft={draft}
      pricing={pricing}
      there={fare}
      renderTotal={(sum) => <EstimateTotal fare={sum} giftCard={draft.giftCard} />}
    />
  ) : (
    <Estimate fare={fare} draft={draft} surgeCalendar={pricing.surgeCalendar} />
  );
}

interface EstimateProps {
  fare: Fare;
  draft: FareFields;
  surgeCalendar: Pricing['surgeCalendar'];
}

function Estimate({ fare, draft, surgeCalendar }: EstimateProps) {
  const lines = fareLines(fare, {
    bookingType: draft.bookingType,
    hours: hoursOf(draft),
    surgePricing: surgeTierOf(draft.scheduledDate, surgeCalendar),
    stops: draft.stops,
  });
  return (
    <>
      <FareRows lines={lines} className="gap-y-4" />
      <EstimateTotal fare={fare} giftCard={draft.giftCard} />
    </>
  );
}
