import * as z from 'zod/mini';

/** Income, refunds and completed rides of one day in Las Vegas. Amounts in cents. */
export const dayReportSchema = z.object({
  day: z.string(),
  /**
   * Rides paid or waived on the day. `beforePromoCents` minus `promoCents` is `fareCents`, which is the sum
   * of card, gift card, account and waived amounts.
   */
  booked: z.object({
    count: z.int(),
    beforePromoCents: z.int(),
    promoCents: z.int(),
    fareCents: z.int(),
    cardCents: z.int(),
    giftCardCents: z.int(),
    /** Booked by staff on the customer's account, at the fare of the latest edit. */
    onAccountCents: z.int(),
    /** Remainders too small for a card. */
    waivedCents: z.int(),
  }),
  giftCardsSold: z.object({ count: z.int(), cents: z.int() }),
  /** Card payments besides fares and tips. */
  furtherCharges: z.object({ count: z.int(), cents: z.int() }),
  /** Tips paid after rides, which go to the drivers in full. */
  tips: z.object({ count: z.int(), cents: z.int() }),
  /** Refunds of settled rides and further charges, except those that failed later. */
  refunds: z.object({ count: z.int(), toCardCents: z.int(), toGiftCardCents: z.int() }),
  /** Refunds of voided gift cards to the buyers' cards, except failed ones. Absent if there are none. */
  giftCardsRefunded: z.optional(z.object({ count: z.int(), cents: z.int() })),
  /** Card payments for rides, charges, tips and gift cards, minus card refunds and `giftCardsRefunded`. */
  cardNetCents: z.int(),
  /**
   * Completed rides and cancelled paid rides. `finalFareCents` plus `feeCents` is the sum of `taxCents`,
   * `driverShareCents`, `tipCents` (the gratuity in the fare) and `keptCents`.
   */
  driven: z.object({
    completedCount: z.int(),
    cancelledCount: z.int(),
    finalFareCents: z.int(),
    /** Cancellation fees. */
    feeCents: z.int(),
    taxCents: z.int(),
    driverShareCents: z.int(),
    tipCents: z.int(),
    keptCents: z.int(),
    /**
     * Completed rides whose final fare is under review, and the amount paid for them. Excluded from the sums
     * above until decided, as in the drivers' statements. Absent if there are none.
     */
    underReview: z.optional(z.object({ count: z.int(), paidCents: z.int() })),
  }),
});
export type DayReport = z.infer<typeof dayReportSchema>;
