import { isPoor, starName } from '#common/rides/rating.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { receiveMessage } from '../../messages/receive-message.ts';
import { riderAddress } from '../emails/to-rider.ts';
import { type RideDoc, RideModel, toRideRecord } from '../ride-model.ts';

/**
 * Delivers a rider's comment on a poor ride to the staff inbox, once per rating. Skips a rating that is not
 * poor any more or has no comment, and a rider whose account is deleted. Idempotent.
 */
export async function reportRating(rideId: string): Promise<void> {
  const doc = await RideModel.findById(rideId).lean<RideDoc>();
  const owedSince = doc?.ratingReportOwedSince;
  if (!doc || !owedSince) return;
  const ride = toRideRecord(doc);
  const { rating, riderId, customerName, customerPhone } = ride;
  const email = await riderAddress(ride);
  if (rating && isPoor(rating.stars) && rating.text !== null && email !== null) {
    const content = {
      name: customerName,
      email,
      phone: customerPhone,
      subject: `${starName(rating.stars)}: ride ${rideReference(rideId)}`,
      message: rating.text,
      rideId,
      riderId,
    };
    await receiveMessage({ form: 'rating', content }, `rating:${rideId}:${rating.at}`);
  }
  // The guard on the version keeps the mark of a rating made meanwhile, so that it is reported too.
  await RideModel.updateOne(
    { _id: rideId, version: doc.version, ratingReportOwedSince: owedSince },
    { $unset: { ratingReportOwedSince: 1 } },
  );
}
