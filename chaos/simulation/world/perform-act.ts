import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { EditChanges } from '#common/rides/edit-api.ts';
import { NO_PAYMENT_REQUIRED } from '#common/rides/rides-api.ts';
import { addDays } from '#common/time.ts';
import { stripe } from '#server/infra/stripe.ts';
import { rateRide } from '#server/rides/after/rate-ride.ts';
import { tipRide } from '#server/rides/after/tip-ride.ts';
import { confirmBooking } from '#server/rides/booking/confirm-booking.ts';
import { requestRide } from '#server/rides/booking/request-ride.ts';
import { adjustRide } from '#server/rides/by-staff/adjust-ride.ts';
import { decideFare } from '#server/rides/by-staff/decide-fare.ts';
import { withdrawCharge } from '#server/rides/by-staff/withdraw-charge.ts';
import { quoteCancellation } from '#server/rides/cancel/cancel-booking.ts';
import { cancelByRider } from '#server/rides/cancel/cancel-by-rider.ts';
import { cancelByStaff } from '#server/rides/cancel/cancel-by-staff.ts';
import { noteNoShow } from '#server/rides/cancel/note-no-show.ts';
import { awaitCharge, openChargeInPage } from '#server/rides/charges/pay-charge.ts';
import { acceptRide } from '#server/rides/dispatch/accept-ride.ts';
import { assignRide, unassignRide } from '#server/rides/dispatch/assign-ride.ts';
import { completeRide } from '#server/rides/dispatch/complete-ride.ts';
import { reachMilestone } from '#server/rides/dispatch/drive-ride.ts';
import { giveRideBack } from '#server/rides/dispatch/give-back.ts';
import { undoDispatch } from '#server/rides/dispatch/undo-dispatch.ts';
import { dropEdit, editRide, quoteEdit } from '#server/rides/edit/edit-ride.ts';
import { requestExtension } from '#server/rides/edit/request-extension.ts';
import { awaitConfirmation } from '#server/rides/payment/await-confirmation.ts';
import { driverOf, riderOf } from '#server/rides/ride-actors.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import { findRide } from '#server/rides/ride-queries.ts';
import { DAY_MS, FIRST_DAY, type RideAct } from '../acts.ts';
import type { People } from './settle-people.ts';

/** A ride of the story, once it is booked. */
export interface BookedRide {
  rideId: string;
  clientSecret: string;
}

/** What an act is done with. */
interface Performance {
  people: People;
  /** The ride it is about; undefined before it is booked. */
  booked: BookedRide | undefined;
  /** Keeps what a booking came to. */
  keep: (leg: 'lead' | 'back', booked: BookedRide) => void;
  /** Of the request: the same for its repeat. */
  idempotencyKey: string;
}

/** The act cannot even be tried: there is nothing to press. */
export class NothingToDo extends Error {}

/**
 * Does what the route of an act does, with the product's own commands.
 *
 * @returns what came of it, in a few words
 * @throws AppError for what the product refuses, NothingToDo
 */
export async function performAct(act: RideAct, how: Performance): Promise<string> {
  if (act.act === 'book') return book(act, how);
  if (!how.booked) throw new NothingToDo('not booked');
  if (act.act === 'pay') return pay(how.booked, act.card);
  const ride = await findRide(how.booked.rideId);
  return describe(await perform(act, ride, how));
}

const describe = (ride: RideRecord): string =>
  `${ride.status}, ${ride.paymentStatus}, version ${ride.version}`;

/** The wall time in Las Vegas of an instant of the story. */
function wallTime(instant: number): { scheduledDate: string; scheduledTime: string } {
  const minutes = Math.floor((instant % DAY_MS) / 60_000);
  const two = (number: number) => `${number}`.padStart(2, '0');
  return {
    scheduledDate: addDays(FIRST_DAY, Math.floor(instant / DAY_MS)),
    scheduledTime: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`,
  };
}

const STOPS = ['Fremont Street', 'Springs Preserve', 'Town Square'];

async function book(act: Extract<RideAct, { act: 'book' }>, { people, keep, idempotencyKey }: Performance) {
  const rider = people.riders[act.rider];
  if (!rider) throw new Error(`there is no rider ${act.rider}`);
  const { ride, returnRide, clientSecret } = await requestRide(
    {
      riderId: rider.id,
      customerName: rider.name,
      customerEmail: rider.email,
      customerPhone: rider.phone,
      pickupLocation: 'Bellagio',
      dropoffLocation: 'Allegiant Stadium',
      rideType: act.rideType,
      bookingType: act.hours === null ? 'point-to-point' : 'hourly',
      hours: act.hours,
      stops: STOPS.slice(0, act.stops),
      gratuityPercentage: 18,
      promoCodeId: act.promo === null ? null : people.promos[act.promo],
      giftCardId: act.giftCard === null ? null : people.giftCards[act.giftCard],
      returnTrip: act.backAt === null ? null : wallTime(act.backAt),
      ...wallTime(act.pickupAt),
    },
    idempotencyKey,
  );
  keep('lead', { rideId: ride.id, clientSecret });
  if (returnRide) keep('back', { rideId: returnRide.id, clientSecret });
  return `ride ${ride.id} for ${ride.fare.fareCents} cents`;
}

const paymentIntentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** As the browser's form does, at the provider. */
async function pay({ rideId, clientSecret }: BookedRide, card: string): Promise<string> {
  if (clientSecret === NO_PAYMENT_REQUIRED) {
    const ride = await findRide(rideId);
    return describe(await confirmBooking(ride, riderOf(ride, null)));
  }
  return payIntent(clientSecret, card);
}

async function payIntent(clientSecret: string, card = 'pm_card_visa'): Promise<string> {
  const { status } = await stripe.paymentIntents.confirm(paymentIntentOf(clientSecret), {
    payment_method: card,
    return_url: 'https://example.com/my-rides',
  });
  return status;
}

type OfRide = Exclude<RideAct, { act: 'book' | 'pay' }>;

async function perform(act: OfRide, ride: RideRecord, how: Performance): Promise<RideRecord> {
  const rider = riderOf(ride, null);
  const { staff, drivers } = how.people;
  const { id: rideId, version } = ride;
  switch (act.act) {
    case 'confirm':
      if (!ride.paymentIntentId) throw new NothingToDo('nothing to confirm');
      return (await awaitConfirmation(ride, ride.paymentIntentId)).ride;
    case 'accept':
      return acceptRide(rideId, drivers[act.driver]?.id ?? '');
    case 'assign': {
      const driverId = drivers[act.driver]?.id ?? '';
      return (await assignRide(rideId, { version, driverId, allowNearly: true }, staff)).after;
    }
    case 'unassign':
      return (await unassignRide(rideId, { version, reason: 'Flat tire' }, staff)).after;
    case 'undo':
      return (await undoDispatch(rideId, version, staff)).after;
    case 'give back':
      return giveRideBack(asDriver(ride), 'Flat tire', await driverOf(ride, null));
    case 'set off':
      return reachMilestone(asDriver(ride), 'en_route');
    case 'arrive':
      return reachMilestone(asDriver(ride), 'arrived');
    case 'start':
      return reachMilestone(asDriver(ride), 'in_progress');
    case 'note no-show':
      return noteNoShow(rideId, await driverOf(asDriver(ride), null));
    case 'complete':
      return completeRide(asDriver(ride), Math.floor((ride.fare.fareCents * act.percent) / 100));
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

/** The ride as its driver sees it. @throws NothingToDo where it has none */
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

/** The newest charge that is open, in the page. */
async function payCharge(ride: RideRecord): Promise<RideRecord> {
  const charge = ride.charges.findLast(({ status }) => status === 'open');
  if (!charge) throw new NothingToDo('no open charge');
  await payIntent(await openChargeInPage(ride, charge.id));
  return (await awaitCharge(ride, charge.id)).ride;
}
