import { rideSubject } from '#common/rides/ride-reference.ts';
import { givenCents, listGifts } from '../gift-cards/give-gift-card.ts';
import { databaseClock } from '../infra/database-clock.ts';
import type { MoneyDifference } from '../money-difference.ts';
import { type RideDoc, RideModel } from './ride-model.ts';

/** A card given so recently may still be on its way into the ride. */
const IN_FLIGHT_MS = 10 * 60_000;

/**
 * Holds the credits for late rides against the gift cards that were given: each ride's is a card of that amount, and each
 * card is a ride's. Reads only.
 */
export async function auditLateCredits(): Promise<MoneyDifference[]> {
  const differences: MoneyDifference[] = [];
  const credited = RideModel.find({ history: { $elemMatch: { change: 'credited' } } }, { lateCredit: 1 });
  for await (const { _id, lateCredit } of credited.lean<RideDoc[]>().cursor()) {
    const id = _id.toHexString();
    const cents = await givenCents(id);
    if (lateCredit?.amountCents !== cents) {
      differences.push(
        about(id, `was credited ${lateCredit?.amountCents}, but its gift card was given ${cents}`),
      );
    }
  }
  for (const id of await listGifts(new Date(databaseClock.nowMs() - IN_FLIGHT_MS))) {
    const isCredited = await RideModel.exists({ _id: id, 'lateCredit.amountCents': { $gt: 0 } });
    if (!isCredited) differences.push(about(id, 'was given a gift card that it does not know of'));
  }
  return differences;
}

const about = (id: string, text: string): MoneyDifference => ({
  subject: rideSubject(id),
  text: `ride ${id} ${text}`,
});
