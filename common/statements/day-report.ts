import * as z from 'zod/mini';

/** What came in and went back on one day in Las Vegas, and what was driven on it. Amounts in cents. */
export const dayReportSchema = z.object({
  day: z.string(),
  /**
   * Rides booked: paid for or waived on the day. `beforePromoCents` less `promoCents` is `fareCents`, which card, gift
   * cards, accounts and what was waived make up.
   */
  booked: z.object({
    count: z.int(),
    beforePromoCents: z.int(),
    promoCents: z.int(),
    fareCents: z.int(),
    cardCents: z.int(),
    giftCardCents: z.int(),
    /** Booked by staff on the customer's account. */
    onAccountCents: z.int(),
    /** Rests too small for a card. */
    waivedCents: z.int(),
  }),
  giftCardsSold: z.object({ count: z.int(), cents: z.int() }),
  /** What was paid by card besides fares, tips apart. */
  furtherCharges: z.object({ count: z.int(), cents: z.int() }),
  /** Tips paid after rides: all of it is the drivers'. */
  tips: z.object({ count: z.int(), cents: z.int() }),
  /** Refunds of settled rides and of further charges. Those that failed later are not among them. */
  refunds: z.object({ count: z.int(), toCardCents: z.int(), toGiftCardCents: z.int() }),
  /** Refunds of voided gift cards to the cards they were bought with. Those that failed are not among them. Absent for none. */
  giftCardsRefunded: z.optional(z.object({ count: z.int(), cents: z.int() })),
  /** By card: rides booked, further charges, tips and gift cards sold, less refunds to cards and `giftCardsRefunded`. */
  cardNetCents: z.int(),
  /**
   * Rides completed, and paid ones cancelled. `finalFareCents` and `feeCents` together are what `taxCents`,
   * `driverShareCents`, `tipCents` (the gratuity in the fare) and `keptCents` make up.
   */
  driven: z.object({
    completedCount: z.int(),
    cancelledCount: z.int(),
    finalFareCents: z.int(),
    /** Kept for cancelling. */
    feeCents: z.int(),
    taxCents: z.int(),
    driverShareCents: z.int(),
    tipCents: z.int(),
    keptCents: z.int(),
    /**
     * How many of the rides completed have a final fare that waits for staff, and what was paid for them: in no sum above until that is
     * decided, as in their drivers' statements. Absent for none.
     */
    underReview: z.optional(z.object({ count: z.int(), paidCents: z.int() })),
  }),
});
export type DayReport = z.infer<typeof dayReportSchema>;
