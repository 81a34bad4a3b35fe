import { isPoor, starName } from '#common/rides/rating.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { receiveMessage } from '../../messages/receive-message.ts';
import { riderAddress } from '../emails/to-rider.ts';
import { type RideDoc, RideModel, toRideRecord } from '../ride-model.ts';

/**
 * Brings what a rider wrote about a poor ride into the inbox of the staff, once per rating; nothing where the rider has
 * changed it meanwhile. Repeatable.
 */
export async function reportRating(rideId: string): Promise<void> {
  const doc = await RideModel.findById(rideId).lean<RideDoc>();
  const owedSince = doc?.ratingReportOwedSince;
  if (!doc || !owedSince) return;
  const ride = toRideRecord(doc);
  const { rating, customerName, customerPhone } = ride;
  if (rating && isPoor(rating.stars) && rating.text !== null) {
    const content = {
      name: customerName,
      email: await riderAddress(ride),
      phone: customerPhone,
      subject: `${starName(rating.stars)}: ride ${rideReference(rideId)}`,
      message: rating.text,
      rideId,
    };
    await receiveMessage({ form: 'rating', content }, `rating:${rideId}:${rating.at}`);
  }
  // One that was rated again meanwhile is owed again, and reported again.
  await RideModel.updateOne(
    { _id: rideId, version: doc.version, ratingReportOwedSince: owedSince },
    { $unset: { ratingReportOwedSince: 1 } },
  );
}
