/** Two places that disagree about money, found by an audit. */
export interface MoneyDifference {
  /** What it is about, as alerts name it. */
  subject: { kind: 'ride' | 'giftCard' | 'purchase' | 'promo' | 'payment'; id: string; name: string };
  /** In a line that names the subject; amounts in cents unless they have a dollar sign. */
  text: string;
}
