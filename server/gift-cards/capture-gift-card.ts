import { closeHold, type RideOnCard } from './close-hold.ts';
import { GiftCardModel } from './gift-card-model.ts';

/** Takes for good what is held for a ride. Repeatable. @returns whether it is taken; false when nothing was held any more */
export async function captureGiftCard(ride: RideOnCard): Promise<boolean> {
  if (await closeHold(ride, 'capture')) return true;
  const captured = await GiftCardModel.exists({ _id: ride.giftCardId, 'captures.rideId': ride.rideId });
  return captured !== null;
}
