import type { Fare } from '#common/fares/fare.ts';
import { cancellationSentence } from '#common/rides/cancellation-in-words.ts';
import { pickupTimeProblem } from '#common/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { Draft } from './draft.ts';

interface FreeToCancelProps {
  draft: Pick<Draft, 'scheduledDate' | 'scheduledTime'>;
  fare: Fare;
}

/** Until when cancelling what is booked would be free, or what it would cost, by the rule that charges for it; nothing before there is a pickup time. */
export function FreeToCancel({ draft: { scheduledDate, scheduledTime }, fare }: FreeToCancelProps) {
  const now = useNow();
  if (pickupTimeProblem(scheduledDate, scheduledTime, now)) return null;
  const sentence = cancellationSentence({ ...JUST_BOOKED, scheduledDate, scheduledTime, fare }, now);
  return sentence && <p className="mt-3 text-center text-14 text-pretty text-ink-2">{sentence}</p>;
}

/** As the ride would be, before it is paid and a driver has accepted. */
const JUST_BOOKED = {
  status: 'requested',
  paymentStatus: 'pending',
  driverId: null,
  arrivedAt: null,
  history: [],
} satisfies Partial<Parameters<typeof cancellationSentence>[0]>;
