import type { RowCopy } from './page-copy.ts';

/**
 * Cancellation fees of the terms (specification section 9). The payment page and help give another policy;
 * both are specified.
 */
export const CANCELLATION_ROWS: readonly RowCopy[] = [
  ['Within 2 minutes', 'Free'],
  ['After 2 minutes, before the driver arrives', '$5'],
  ['After the driver arrives', '$10'],
  ['No-show after 5 minutes', '$15'],
];

/** Waiting time as the terms have it. */
export const WAITING_ROWS: readonly RowCopy[] = [
  ['First 5 minutes', 'Free'],
  ['Each minute after', '$0.50'],
];

/** Refunds and disputes as the terms have them. */
export const REFUND_ROWS: readonly RowCopy[] = [
  ['Refund and dispute requests', 'Within 30 days'],
  ['Reply to a dispute', '5-7 business days'],
  ['Refund on your card', '7-10 business days'],
];
