import type { NewAlert } from './alerts/alerts.ts';

/** Two places that disagree about money, found by an audit, or where a payment is confirmed. */
export interface MoneyDifference {
  /** What it is about, as alerts name it. */
  subject: { kind: 'ride' | 'giftCard' | 'purchase' | 'promo' | 'payment'; id: string; name: string };
  /** In a line that names the subject; amounts in cents unless they have a dollar sign. */
  text: string;
}

export const MONEY_DIFFERENCE = 'money-difference';

/** The alert for a money difference. Its key is the text, so that every audit opens the same one, and another amount another. `reconcileMoney` resolves it. */
export const moneyAlert = ({ subject, text }: MoneyDifference): NewAlert => ({
  key: `${MONEY_DIFFERENCE} ${text}`,
  kind: MONEY_DIFFERENCE,
  subject,
  text,
});
