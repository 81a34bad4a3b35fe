import { MINUTE_MS } from '#common/durations.ts';
import type { NewAlert } from './alerts/alerts.ts';

/** An inconsistency between two records of money, found by a check or when a payment is confirmed. */
export interface MoneyDifference {
  /** The subject of its alert. */
  subject: { kind: 'ride' | 'giftCard' | 'purchase' | 'promo' | 'payment'; id: string; name: string };
  /** A sentence that names the subject. Amounts are in cents unless they have a dollar sign. */
  text: string;
}

/** Records younger than this may differ, since a change of both may still be in flight, in milliseconds. */
export const IN_FLIGHT_MS = 10 * MINUTE_MS;

export const MONEY_DIFFERENCE = 'money-difference';

/**
 * Builds the alert of a money difference. The text is part of its key, so every check finds the same alert,
 * and another amount opens another one. `reconcileMoney` resolves it.
 */
export const moneyAlert = ({ subject, text }: MoneyDifference): NewAlert => ({
  key: `${MONEY_DIFFERENCE} ${text}`,
  kind: MONEY_DIFFERENCE,
  subject,
  text,
});
