import type { SurgeDay } from '#common/fares/surge-day.ts';
import type { ValidatePromo } from '#common/promos/promos-api.ts';
import type { Draft } from '../draft.ts';
import { estimateFare } from '../estimate-fare.ts';
import { hoursOf } from '../hours-of.ts';

/** What the server is asked about the promo code in the form: its fare before discounts, and the booking so far. Null until there is a fare. */
export function promoQuestion(draft: Draft, surgeCalendar: readonly SurgeDay[]): ValidatePromo | null {
  const fare = estimateFare(draft, surgeCalendar);
  return (
    fare && {
      code: draft.promoCode.trim(),
      fareAmount: (fare.subtotalCents + fare.gratuityCents) / 100,
      scheduledDate: draft.scheduledDate || null,
      bookingType: draft.bookingType,
      hours: hoursOf(draft),
    }
  );
}
