import { rideSubject } from '#common/rides/ride-reference.ts';
import { givenCents, listGrants } from '../gift-cards/give-gift-card.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { IN_FLIGHT_MS, type MoneyDifference } from '../money-difference.ts';
import { type RideDoc, RideModel } from './ride-model.ts';

/**
 * Compares late-ride credits with the gift cards issued for them: each credit needs a card of the same
 * amount, and each card a credited ride. Read-only.
 */
export async function findLateCreditDifferences(): Promise<MoneyDifference[]> {
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
  for (const id of await listGrants(new Date(databaseClock.nowMs() - IN_FLIGHT_MS))) {
    const isCredited = await RideModel.exists({ _id: id, 'lateCredit.amountCents': { $gt: 0 } });
    if (!isCredited) differences.push(about(id, 'was given a gift card that it does not know of'));
  }
  return differences;
}

const about = (id: string, text: string): MoneyDifference => ({
  subject: rideSubject(id),
  text: `ride ${id} ${text}`,
});
