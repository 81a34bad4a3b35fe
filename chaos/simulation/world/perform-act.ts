import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { EditChanges } from '#common/rides/edit-api.ts';
import { rateRide } from '#server/rides/after/rate-ride.ts';
import { tipRide } from '#server/rides/after/tip-ride.ts';
import { adjustRide } from '#server/rides/by-staff/adjust-ride.ts';
import { completeForDriver } from '#server/rides/by-staff/complete-for-driver.ts';
import { decideFare } from '#server/rides/by-staff/decide-fare.ts';
import { withdrawCharge } from '#server/rides/by-staff/withdraw-charge.ts';
import { cancelAsNoShow } from '#server/rides/cancel/cancel-as-no-show.ts';
import { cancelByRider } from '#server/rides/cancel/cancel-by-rider.ts';
import { cancelByStaff } from '#server/rides/cancel/cancel-by-staff.ts';
import { quoteCancellation } from '#server/rides/cancel/cancellation-sums.ts';
import { awaitCharge, openChargeInPage } from '#server/rides/charges/pay-charge.ts';
import { acceptRide } from '#server/rides/dispatch/accept-ride.ts';
import { assignRide, unassignRide } from '#server/rides/dispatch/assign-ride.ts';
import { completeRide } from '#server/rides/dispatch/complete-ride.ts';
import { reachMilestone } from '#server/rides/dispatch/drive-ride.ts';
import { giveRideBack } from '#server/rides/dispatch/give-back.ts';
import { undoDispatch } from '#server/rides/dispatch/undo-dispatch.ts';
import { dropEdit, editRide, quoteEdit } from '#server/rides/edit/edit-ride.ts';
import { requestExtension } from '#server/rides/edit/request-extension.ts';
import { confirmAndWait } from '#server/rides/payment/confirm-payment.ts';
import { driverOf, riderOf } from '#server/rides/ride-actors.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import { findRide } from '#server/rides/ride-queries.ts';
import type { RideAct } from '../acts.ts';
import { answerDispute, payBooking, payByLink, payIntent } from './pay-at-provider.ts';
import { book, bookForCaller, STOPS } from './perform-booking.ts';
import { NothingToDo, type Performance } from './performance.ts';

/**
 * Performs an act with the product's own commands, as the route of the corresponding call does.
 *
 * @returns the result, in a few words
 * @throws AppError when the product refuses it, NothingToDo when it cannot be tried
 */
export async function performAct(act: RideAct, how: Performance): Promise<string> {
  if (act.act === 'book') return book(act, how);
  if (act.act === 'book by phone') return bookForCaller(act, how);
  if (!how.booked) throw new NothingToDo('not booked');
  const ride = await findRide(how.booked.rideId);
  if (act.act === 'pay') return payBooking(ride, how.booked.clientSecret, act.card);
  if (act.act === 'pay by link') return payByLink(ride, act.card);
  if (act.act === 'answer dispute') {
    const payments = [ride, ...ride.charges].map(({ paymentIntentId }) => paymentIntentId);
    return answerDispute(how.disputeOver(payments), act.outcome);
  }
  return describe(await perform(act, ride, how));
}

const describe = (ride: RideRecord): string =>
  `${ride.status}, ${ride.paymentStatus}, version ${ride.version}`;

type OfRide = Exclude<RideAct, { act: 'book' | 'book by phone' | 'pay' | 'pay by link' | 'answer dispute' }>;

async function perform(act: OfRide, ride: RideRecord, how: Performance): Promise<RideRecord> {
  const rider = riderOf(ride, null);
  const { staff, drivers } = how.people;
  const { id: rideId, version } = ride;
  switch (act.act) {
    case 'confirm':
      if (!ride.paymentIntentId) throw new NothingToDo('nothing to confirm');
      return (await confirmAndWait(ride, ride.paymentIntentId)).ride;
    case 'accept':
      return acceptRide(rideId, drivers[act.driver]?.id ?? '');
    case 'assign': {
      const driverId = drivers[act.driver]?.id ?? '';
      return assignRide(rideId, { version, driverId, allowNearly: true }, staff);
    }
    case 'unassign':
      return unassignRide(rideId, { version, reason: 'Flat tire' }, staff);
    case 'undo':
      return undoDispatch(rideId, version, staff);
    case 'give back':
      return giveRideBack(asDriver(ride), 'Flat tire', await driverOf(ride, null));
    case 'set off':
      return reachMilestone(asDriver(ride), 'en_route');
    case 'arrive':
      return reachMilestone(asDriver(ride), 'arrived');
    case 'start':
      return reachMilestone(asDriver(ride), 'in_progress');
    case 'note no-show':
      return cancelAsNoShow(rideId, await driverOf(asDriver(ride), null));
    case 'complete':
      return completeRide(asDriver(ride), Math.floor((ride.fare.fareCents * act.percent) / 100));
    case 'complete for driver': {
      const finalFareCents = Math.floor((ride.fare.fareCents * act.percent) / 100);
      return completeForDriver({ rideId, version, finalFareCents, reason: 'As agreed', actor: staff });
    }
    case 'cancel':
      return cancel(ride, act.by, { rider, staff });
    case 'edit':
      return edit(ride, changesOf(ride, act.to), rider);
    case 'drop edit':
      return dropEdit(ride, rider);
    case 'extend':
      return (await requestExtension(ride, rider)).ride;
    case 'pay charge':
      return payCharge(ride);
    case 'tip':
      return (await tipRide({ rideId, tip: { amountCents: act.amountCents }, actor: rider })).ride;
    case 'rate':
      return rateRide({ rideId, stars: act.stars, text: act.stars < 3 ? 'Late.' : null, actor: rider });
    case 'decide fare':
      return decideFare({
        ...{ rideId, version, actor: staff, reason: 'As agreed' },
        finalFareCents: ride.fareReview?.proposedCents ?? ride.actualFareCents ?? 0,
      });
    case 'refund':
    case 'charge':
      return adjustRide({
        ...{
          rideId,
          version,
          kind: act.act,
          amountCents: act.amountCents,
          reason: 'As agreed',
          actor: staff,
        },
        idempotencyKey: how.idempotencyKey,
      });
    case 'withdraw charge': {
      const charge = ride.charges.find(({ kind }) => kind === 'adjustment');
      if (!charge) throw new NothingToDo('no charge');
      return withdrawCharge({ rideId, chargeId: charge.id, version, reason: 'As agreed', actor: staff });
    }
  }
}

/** Returns a ride that has a driver. @throws NothingToDo when it has none */
function asDriver(ride: RideRecord): RideRecord {
  if (ride.driverId === null) throw new NothingToDo('nobody drives it');
  return ride;
}

async function cancel(
  ride: RideRecord,
  how: Extract<RideAct, { act: 'cancel' }>['by'],
  { rider, staff }: { rider: AuditActor; staff: AuditActor },
): Promise<RideRecord> {
  const by = how === 'operations' ? 'operations' : 'rider';
  const quote = quoteCancellation(ride, by);
  const { feeCents, toCardCents, toGiftCardCents } = quote;
  if (how === 'rider') {
    return cancelByRider({ rideId: ride.id, expectedFeeCents: feeCents, reason: '', actor: rider });
  }
  const expected = { feeCents, toCardCents, toGiftCardCents };
  return cancelByStaff({
    rideId: ride.id,
    version: ride.version,
    by,
    expected,
    reason: 'Asked to',
    actor: staff,
  });
}

function changesOf({ hours, rideType, stops }: RideRecord, to: string): EditChanges {
  switch (to) {
    case 'longer':
      return hours === null ? { bookingType: 'hourly', hours: 2 } : { hours: hours + 1 };
    case 'shorter':
      return hours === null ? { stops: [] } : { hours: Math.max(2, hours - 1) };
    case 'other vehicle':
      return { rideType: rideType === 'lux-suv' ? 'lux-sedan' : 'lux-suv' };
    case 'one more stop':
      return { stops: STOPS.slice(0, Math.min(3, stops.length + 1)) };
    default:
      return { specialRequests: 'A child seat, please.' };
  }
}

async function edit(ride: RideRecord, changes: EditChanges, actor: AuditActor): Promise<RideRecord> {
  const { version, fare } = await quoteEdit(ride, changes);
  const edited = { rideId: ride.id, version, changes, expectedFareCents: fare.fareCents, actor };
  return (await editRide(edited)).ride;
}

/** Pays the newest open charge in the page. */
async function payCharge(ride: RideRecord): Promise<RideRecord> {
  const charge = ride.charges.findLast(({ status }) => status === 'open');
  if (!charge) throw new NothingToDo('no open charge');
  await payIntent(await openChargeInPage(ride, charge.id));
  return (await awaitCharge(ride, charge.id)).ride;
}
