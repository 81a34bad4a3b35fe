import type { RequestRide } from '#common/rides/ride-request.ts';
import { soundCard, type TestGiftCard } from './build-gift-card.ts';
import { bookRide } from './build-ride.ts';
import { buildRider } from './build-user.ts';

/** Returns the ledger entries of a card, without its issue. */
export async function ledgerOf({ id }: TestGiftCard): Promise<[string, number][]> {
  const { entries } = await soundCard(id);
  return entries.slice(1).map(({ kind, amountCents }) => [kind, amountCents]);
}

/** Returns the balance of a card in cents. */
export const balanceOf = async ({ id }: TestGiftCard) => (await soundCard(id)).balanceCents;

/** Books a ride of $233.58 with a gift card, not paid yet. */
export async function bookWithCard(card: TestGiftCard, overrides: Partial<RequestRide> = {}) {
  const rider = await buildRider();
  return { rider, ...(await bookRide(rider, { giftCardId: card.pass, ...overrides })) };
}
