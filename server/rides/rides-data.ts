import type { OwnDataSections } from '#common/personal-data/own-data.ts';
import { DELETED_NAME } from '#common/personal-data/personal-data.ts';
import { driverEarnings, earnedCents } from '#common/rides/driver-earnings.ts';
import { changeLabel } from '#common/rides/format-change.ts';
import type { Charge } from '#common/rides/ride-money.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { ACTIVE_STATUSES, mapStamps, OVER_STATUSES } from '#common/rides/ride-states.ts';
import type { PersonalDataSource } from '../personal-data-source.ts';
import { eraseDriverData, eraseRiderData } from './erase-rides.ts';
import { presentRiderRide } from './present-ride.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from './ride-model.ts';

type BookedRide = OwnDataSections['ridesBooked'][number];
type DrivenRide = OwnDataSections['ridesDriven'][number];

/** The personal data in rides: those that a person booked, and those that they drove. */
export const ridesData = {
  async read({ id, bookedIds, drivenIds }) {
    const [booked, driven] = await Promise.all([findRides(bookedIds), findRides(drivenIds)]);
    return {
      ridesBooked: booked.map((ride) => presentBooked(ride, id)),
      ridesDriven: driven.map((ride) => presentDriven(ride, id)),
    };
  },
  async erase({ id, bookedIds, drivenIds }) {
    for (const rideId of bookedIds) await eraseRiderData(rideId);
    for (const rideId of drivenIds) await eraseDriverData(rideId, id);
  },
  async removeBefore(before) {
    const old = await RideModel.find(
      {
        status: { $in: OVER_STATUSES },
        scheduledAt: { $lt: before },
        customerName: { $ne: DELETED_NAME },
      },
      { _id: 1 },
    )
      .sort({ scheduledAt: 1 })
      .limit(AT_ONCE)
      .lean<Pick<RideDoc, '_id'>[]>();
    for (const { _id } of old) await eraseRiderData(_id.toHexString());
  },
} satisfies PersonalDataSource;

/** How many rides one daily run erases; the next run continues. */
const AT_ONCE = 5_000;

async function findRides(rideIds: readonly string[]): Promise<RideRecord[]> {
  const docs = await RideModel.find({ _id: { $in: rideIds } })
    .sort({ _id: 1 })
    .lean<RideDoc[]>();
  return docs.map(toRideRecord);
}

function presentBooked(record: RideRecord, riderId: string): BookedRide {
  const { driver, driverId, history, startPin, tripLink, payLink, ...ride } = presentRiderRide(record);
  const { actualFareCents, completedAt } = record;
  const reference = rideReference(record.id);
  return { ...ride, reference, actualFareCents, completedAt, history: linesOf(record, riderId) };
}

const presentDriven = (ride: RideRecord, driverId: string): DrivenRide => ({
  id: ride.id,
  reference: rideReference(ride.id),
  status: ride.status,
  paymentStatus: ride.paymentStatus,
  rideType: ride.rideType,
  scheduledAt: ride.scheduledAt,
  ...mapStamps(ride, (at = null) => at),
  completedAt: ride.completedAt,
  vehicle: ride.driverId === driverId ? (ride.driver?.vehicle ?? null) : null,
  driverShareCents: ride.driverId === driverId ? earnedCents(driverEarnings(ride)) : 0,
  stars: ride.driverId === driverId ? (ride.rating?.stars ?? null) : null,
  history: linesOf({ ...ride, history: ride.history.filter(({ by }) => by?.id === driverId) }, driverId),
});

/** The history of a ride, without other people's names, addresses and notes. */
const linesOf = ({ history }: RideRecord, ownId: string): BookedRide['history'] =>
  history.map(({ change, at, by, text }) => {
    const isOwn = by?.id === ownId;
    return {
      ...{ at, what: changeLabel(change) },
      address: isOwn ? by.address : null,
      text: isOwn ? (text ?? null) : null,
    };
  });

const idsOf = (docs: readonly Pick<RideDoc, '_id'>[]): string[] => docs.map(({ _id }) => _id.toHexString());

/** Ids of the rides that an account booked, and of those that it drives, drove or was once assigned to. */
export async function listRidesOfPerson(
  userId: string,
): Promise<{ bookedIds: string[]; drivenIds: string[] }> {
  const booked = await RideModel.find({ riderId: userId }, { _id: 1 }).lean<Pick<RideDoc, '_id'>[]>();
  const driven = await RideModel.find(
    {
      $or: [
        { driverId: userId },
        { history: { $elemMatch: { 'assigned.driverId': userId } } },
        { history: { $elemMatch: { 'former.driverId': userId } } },
        { riderId: { $ne: userId }, history: { $elemMatch: { 'by.id': userId, 'by.role': 'driver' } } },
      ],
    },
    { _id: 1 },
  ).lean<Pick<RideDoc, '_id'>[]>();
  return { bookedIds: idsOf(booked), drivenIds: idsOf(driven) };
}

/** Ids under which mails about some rides are stored: the rides and their charges. */
export async function listMailedOfRides(rideIds: readonly string[]): Promise<string[]> {
  const docs = await RideModel.find({ _id: { $in: rideIds } }, { charges: 1 }).lean<RideDoc[]>();
  return [...rideIds, ...docs.flatMap(({ charges = [] }) => charges.map(({ id }) => id))];
}

/** Why an account cannot be deleted because of the rides it booked; null when nothing prevents it. */
export async function openBookings(riderId: string): Promise<string | null> {
  const is = async (filter: object) => (await RideModel.exists({ riderId, ...filter })) !== null;
  if (await is({ status: { $in: ACTIVE_STATUSES } }))
    return 'A ride is booked or in progress. Please cancel it first, or wait until it is over.';
  if (await is(IS_FARE_UNDECIDED)) return FARE_UNDECIDED;
  if (await is({ status: { $ne: 'cancelled' }, charges: { $elemMatch: IS_OWED_BY_RIDER } }))
    return 'A charge of a ride is still to be paid. Please pay it on the page of the ride, or contact us.';
  const isOwed = await Promise.all([
    is({ 'refundOwed.since': { $exists: true } }),
    is({ 'adjustments.owedSince': { $exists: true } }),
    is({ 'charges.owedSince': { $exists: true } }),
  ]);
  if (isOwed.includes(true)) return 'A refund is on its way to you. Please try again once it has arrived.';
  return null;
}

/** Why an account cannot be deleted because of the rides it drives; null when nothing prevents it. */
export async function openDrives(driverId: string): Promise<string | null> {
  const is = async (filter: object) => (await RideModel.exists({ driverId, ...filter })) !== null;
  if (await is({ status: { $in: ACTIVE_STATUSES } }))
    return 'You have a ride ahead or in progress. Please give it back or complete it first.';
  // The ride earns nothing until its fare is decided, so the statements do not show it as unpaid.
  return (await is(IS_FARE_UNDECIDED)) ? FARE_UNDECIDED : null;
}

const IS_FARE_UNDECIDED = { 'fareReview.pendingSince': { $exists: true } };
const FARE_UNDECIDED = 'The final fare of a ride is still being decided. Please try again once you know it.';

/** A tip is voluntary. The other kinds cannot be paid once the ride is over. */
const IS_OWED_BY_RIDER = {
  status: 'open',
  kind: { $in: ['waiting', 'adjustment'] satisfies Charge['kind'][] },
};
