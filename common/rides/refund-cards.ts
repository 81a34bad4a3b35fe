import { type BankCard, shortCardName } from './ride.ts';
import { type Charge, isEditCharge } from './ride-money.ts';

type Card = BankCard | null | undefined;

/**
 * Names a card: `Visa 4242`.
 * @param unknown Name for an unknown card.
 */
export const formatCard = (card: Card, unknown = 'your card'): string =>
  card ? shortCardName(card) : unknown;

/** Names the cards of a refund: `Visa 4242`, or `the cards that paid` if there are several. */
export function formatCards(cards: readonly Card[], unknown?: string): string {
  const [name, other] = new Set(cards.map((card) => formatCard(card, unknown)));
  return other === undefined ? (name ?? formatCard(null, unknown)) : 'the cards that paid';
}

interface PaidByCards {
  payment: Card;
  charges: readonly Pick<Charge, 'kind' | 'status' | 'card'>[];
}

/**
 * Returns the card of the charge that a refund comes from; undefined if it comes from the ride's own payment.
 */
export const cardOfCharge = (
  { charges }: { charges: readonly Pick<Charge, 'id' | 'card'>[] },
  { chargeId }: { chargeId?: string | undefined },
): BankCard | undefined => charges.find(({ id }) => id === chargeId)?.card;

/**
 * Returns the cards that paid a ride's fare: the card of its own payment, and those of edits and extensions.
 */
export const fareCards = ({ payment, charges }: PaidByCards): Card[] => [
  payment,
  ...charges.filter((charge) => isEditCharge(charge) && charge.status === 'paid').map(({ card }) => card),
];
