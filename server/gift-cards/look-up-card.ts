import { INVALID_GIFT_CARD } from '#common/gift-cards/code.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { createLimit } from '../http/create-limit.ts';
import { findGiftCard } from './find-gift-card.ts';
import type { GiftCardDoc } from './gift-card-model.ts';

/** Wrong codes an hour, from one address and, where somebody is signed in, from one account. */
const WRONG_CODES = { times: 10, windowSeconds: 3_600 };
const fromAddress = createLimit({ name: 'gift-card-address', ...WRONG_CODES });
const fromAccount = createLimit({ name: 'gift-card-account', ...WRONG_CODES });

interface LookUp {
  /** As typed. */
  code: string;
  /** Where it comes from. */
  address: string;
  riderId: string | undefined;
  /** Which cards will do. */
  accepts: (card: GiftCardDoc) => boolean;
}

/**
 * The card with this code. Every look-up counts before it is made, so that guesses made at once are counted too, and a right one is
 * taken back; it does not clear the wrong ones, or an owner of one card could go on guessing others.
 *
 * Throws INVALID_REQUEST in the same words whatever is wrong with it, TOO_MANY_REQUESTS.
 */
export async function lookUpCard({ code, address, riderId, accepts }: LookUp): Promise<GiftCardDoc> {
  await fromAddress.count(address);
  if (riderId) await fromAccount.count(riderId);

  const card = await findGiftCard(code);
  if (!card || !accepts(card)) throw fieldRefusal('code', INVALID_GIFT_CARD);
  await fromAddress.takeBack(address);
  if (riderId) await fromAccount.takeBack(riderId);
  return card;
}
