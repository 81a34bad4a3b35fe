import { cancellationSentence } from '#common/rides/format-cancellation.ts';
import { pickupTimeProblem } from '#common/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import { formPart } from './booking-fields.tsx';
import type { Draft } from './draft.ts';
import { estimateFare, FARE_FIELDS, type FareFields } from './estimate-fare.ts';

interface FreeToCancelProps {
  draft: FareFields & Pick<Draft, 'scheduledTime'>;
  pricing: Pricing;
}

const FIELDS = [...FARE_FIELDS, 'scheduledTime'] as const;

/**
 * Until when the ride could be cancelled free of charge, or the fee. Renders nothing without a fare and a
 * valid pickup time.
 */
export const FreeToCancel = formPart(FIELDS, function FreeToCancel({ draft, pricing }: FreeToCancelProps) {
  const { scheduledDate, scheduledTime } = draft;
  const now = useNow();
  const fare = estimateFare(draft, pricing);
  if (!fare || pickupTimeProblem(scheduledDate, scheduledTime, now)) return null;
  const sentence = cancellationSentence({ ...JUST_BOOKED, scheduledDate, scheduledTime, fare }, now);
  return sentence && <p className="mt-3 text-center text-14 text-pretty text-ink-2">{sentence}</p>;
});

/** The state of a new ride, which is unpaid and not accepted. */
const JUST_BOOKED = {
  status: 'requested',
  paymentStatus: 'pending',
  driverId: null,
  arrivedAt: null,
  history: [],
} satisfies Partial<Parameters<typeof cancellationSentence>[0]>;
