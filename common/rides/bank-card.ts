/** The bank card that paid for a ride, as Stripe names it. */
export interface BankCard {
  brand: string;
  last4: string;
}

const BRANDS = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
]);

/** `Visa`; a brand that is not known as it came. */
const brandName = ({ brand }: BankCard): string => BRANDS.get(brand) ?? brand;

/** `Visa 4242`. */
export const shortCardName = (card: BankCard): string => `${brandName(card)} ${card.last4}`;

/** `Visa ending 4242`. */
export const cardName = (card: BankCard): string => `${brandName(card)} ending ${card.last4}`;
