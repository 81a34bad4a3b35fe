import { captureGiftCard } from '../gift-cards/ledger.ts';
import { capturePromo } from '../promos/promo-holds.ts';
import type { RideRecord } from './ride-record.ts';

type Holder = Pick<RideRecord, 'id' | 'promoCodeId' | 'giftCardId'>;

/**
 * Makes final what a ride holds, just before it is settled. Repeatable.
 *
 * @returns whether the ride has all it counts on; false when a hold had run out
 */
export async function captureHolds({ id: rideId, promoCodeId, giftCardId }: Holder): Promise<boolean> {
  if (giftCardId && !(await captureGiftCard({ giftCardId, rideId }))) return false;
  return promoCodeId === null || capturePromo({ promoId: promoCodeId, rideId });
}
