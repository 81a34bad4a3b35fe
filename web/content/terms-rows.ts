import type { RowCopy } from './page-copy.ts';

/** Cancellation fees (`common/rides/cancellation.ts`), in a reading that fits both specified policies. */
export const CANCELLATION_ROWS: readonly RowCopy[] = [
  ['More than 1 hour before pickup', 'Free'],
  ['Within 2 minutes of paying', 'Free'],
  ['While no driver has accepted', 'Free'],
  ['Later, before the driver arrives', '$5'],
  ['After the driver arrives', '$10'],
  ['No-show after 15 minutes', '$15'],
  ['Any fee', 'Up to 50% of what you paid'],
];

/** How to cancel, and what happens then. */
export const CANCELLATION_NOTE =
  'Cancel in My Rides at any time before the ride starts. You see what you get back before you decide. The rest goes back to the card and the gift card you paid with.';

/** Waiting fees of rides that are booked ahead. */
export const WAITING_ROWS: readonly RowCopy[] = [
  ['First 15 minutes', 'Free'],
  ['Each minute after, sedans and SUVs', '$1'],
  ['Each minute after, larger vehicles', '$2'],
];

/** When waiting time and no-shows start to count. */
export const WAITING_NOTE =
  "Counted from the driver's arrival or the pickup time, whichever is later. It comes out of any refund for the ride; you pay the rest in My Rides.";

/** Deadlines for refunds and disputes in the terms. */
export const REFUND_ROWS: readonly RowCopy[] = [
  ['Refund and dispute requests', 'Within 30 days'],
  ['Reply to a dispute', '5-7 business days'],
  ['Refund on your card', '5-7 business days'],
];
