import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { DELETED_NAME, DELETED_PLACE } from '#common/personal-data/personal-data.ts';
import { typedReferences } from '#common/rides/ride-reference.ts';
import { OVER_STATUSES } from '#common/rides/ride-states.ts';
import { WORKER } from '../audit-log/record-audit.ts';
import { erasedKeyOf } from '../users/mailbox-of.ts';
import { type RideDoc, RideModel } from './ride-model.ts';
import { transitionRide } from './transition-ride.ts';

/** Replaces the reason texts of cancellations, adjustments and charges, whose amounts are kept. */
const NO_REASON = 'Not kept';

/**
 * Erases the rider's personal data from a ride that is over: name, contact details, addresses and free text.
 * Money, vehicle kind, times and outcome stay. Does nothing when the ride is already erased or still active.
 */
export function eraseRiderData(rideId: string): Promise<void> {
  return rewrite(rideId, (doc) =>
    doc.customerName === DELETED_NAME || !OVER_STATUSES.includes(doc.status)
      ? null
      : {
          text: 'The account was deleted.',
          patch: withoutRider(doc),
          rewrittenHistory: doc.history.map(({ text: _text, by, ...line }) => ({
            ...line,
            ...(by && { by: isOfCustomer(by) ? anonymous(by) : by }),
          })),
        },
  );
}

const withoutRider = (doc: RideDoc): Partial<RideDoc> => ({
  customerName: DELETED_NAME,
  customerEmail: '',
  customerPhone: '',
  passenger: null,
  pickupLocation: DELETED_PLACE,
  dropoffLocation: DELETED_PLACE,
  stops: [],
  flightNumber: null,
  specialRequests: null,
  payment: null,
  pendingEdit: null,
  share: null,
  searchTerms: [doc._id.toHexString(), ...typedReferences(doc._id.toHexString())],
  riderKey: erasedKeyOf(doc.riderKey),
  rating: doc.rating && { ...doc.rating, text: null },
  cancellation: doc.cancellation && { ...doc.cancellation, reason: NO_REASON },
  adjustments: (doc.adjustments ?? []).map((each) => ({
    ...each,
    reason: NO_REASON,
    // Refunds for the rider's own edits record the rider's name.
    by: each.by === doc.customerName ? DELETED_NAME : each.by,
  })),
  charges: (doc.charges ?? []).map(({ card: _card, ...each }) => ({
    ...each,
    reason: each.reason && NO_REASON,
  })),
});

/** The history records a customer who pays by link as a visitor. */
const isOfCustomer = ({ role }: AuditActor): boolean => role === 'rider' || role === 'visitor';

const anonymous = (by: AuditActor): AuditActor => ({ ...by, name: DELETED_NAME, address: null });

/** Erases a driver's name from a ride that they drove or were once assigned to. */
export function eraseDriverData(rideId: string, driverId: string): Promise<void> {
  return rewrite(rideId, (doc) => {
    const isTheirs = doc.driverId === driverId && doc.driver !== null;
    const isNamed = isTheirs && doc.driver?.firstName !== DELETED_NAME;
    if (!isNamed && !doc.history.some((line) => isAbout(line, driverId))) return null;
    const rewrittenHistory = doc.history.map(({ by, assigned, former, text, ...line }) => ({
      ...line,
      ...(by && { by: by.id === driverId ? anonymous(by) : by }),
      ...(assigned && { assigned: unnamed(assigned, driverId) }),
      ...(former && { former: unnamed(former, driverId) }),
      // Drops notes that the driver wrote.
      ...(text && by?.id !== driverId && { text }),
    }));
    const driver = doc.driver && { ...doc.driver, firstName: DELETED_NAME };
    return { text: 'A driver’s account was deleted.', patch: isTheirs ? { driver } : {}, rewrittenHistory };
  });
}

/** Whether a history line still identifies a driver. */
const isAbout = ({ by, assigned, former, text }: RideDoc['history'][number], driverId: string): boolean =>
  (by?.id === driverId && (by.name !== DELETED_NAME || by.address !== null || text !== undefined)) ||
  [assigned, former].some((given) => given?.driverId === driverId && given.name !== DELETED_NAME);

const unnamed = <Given extends { driverId: string; name: string }>(given: Given, driverId: string): Given =>
  given.driverId === driverId ? { ...given, name: DELETED_NAME } : given;

interface Rewritten {
  /** The text of the new history line. */
  text: string;
  patch: Partial<RideDoc>;
  rewrittenHistory: RideDoc['history'];
}

/** How many times to try a ride that others change concurrently. */
const ATTEMPTS = 10;

/** Rewrites a ride with optimistic locking on its version. @throws Error after `ATTEMPTS` conflicts */
async function rewrite(rideId: string, rewritten: (doc: RideDoc) => Rewritten | null): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const doc = await RideModel.findById(rideId).lean<RideDoc>();
    const next = doc && rewritten(doc);
    if (!next) return;
    const ride = await transitionRide({
      rideId,
      change: 'noted',
      by: WORKER,
      ...next,
      guard: { version: doc.version },
    });
    if (ride) return;
  }
  throw new Error(`ride ${rideId} changed ${ATTEMPTS} times while it was stripped`);
}
