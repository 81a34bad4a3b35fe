import { type BankCard, shortCardName } from './ride.ts';
import { type Charge, isOfFare } from './ride-money.ts';

type Card = BankCard | null | undefined;

/** `Visa 4242`. @param unknown what a card is called of which that is not known */
export const cardInWords = (card: Card, unknown = 'your card'): string =>
  card ? shortCardName(card) : unknown;

/** To which of some cards money goes back, or went: `Visa 4242`, or `the cards that paid` where there are several. */
export function cardsInWords(cards: readonly Card[], unknown?: string): string {
  const [name, other] = new Set(cards.map((card) => cardInWords(card, unknown)));
  return other === undefined ? (name ?? cardInWords(null, unknown)) : 'the cards that paid';
}

interface PaidByCards {
  payment: Card;
  charges: readonly Pick<Charge, 'kind' | 'status' | 'card'>[];
}

/** The card of the charge that a refund is taken from; undefined where it is taken from the ride's own payment. */
export const cardOfCharge = (
  { charges }: { charges: readonly Pick<Charge, 'id' | 'card'>[] },
  { chargeId }: { chargeId?: string | undefined },
): BankCard | undefined => charges.find(({ id }) => id === chargeId)?.card;

/** The cards that paid a ride's fare: that of its own payment, and of what edits and more time cost. */
export const cardsOfFare = ({ payment, charges }: PaidByCards): Card[] => [
  payment,
  ...charges.filter((charge) => isOfFare(charge) && charge.status === 'paid').map(({ card }) => card),
];
