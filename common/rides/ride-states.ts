import * as z from 'zod/mini';

/**
 * The statuses of a ride, in order. `cancelled`: not paid in time, accepted by no driver, or cancelled by
 * rider, driver or staff.
 */
export const rideStatusSchema = z.enum(['requested', 'accepted', 'in_progress', 'completed', 'cancelled']);
export type RideStatus = z.infer<typeof rideStatusSchema>;

/** Milestones on the way to an accepted ride, in order. They do not change its status. */
export const stampSchema = z.enum(['en_route', 'arrived']);
export type Stamp = z.infer<typeof stampSchema>;

/** What a driver reports with a single button: a stamp, or the start of the ride. */
export const milestoneSchema = z.enum([...stampSchema.options, 'in_progress']);
export type Milestone = z.infer<typeof milestoneSchema>;

/** Color of a status on screen. `muted` is secondary ink. */
type RideTone = 'gold' | 'ok' | 'warn' | 'muted';

/** The driver's action that moves a ride to a status. */
interface DriverAction {
  /** Label of the button. */
  label: string;
  pendingLabel: string;
  /** Error if the current status does not allow the action. */
  refusal: string;
}

/** Everything that depends on the status. */
interface RideState {
  label: string;
  tone: RideTone;
  /** The allowed next statuses. */
  next: readonly RideStatus[];
  /** The driver's action that leads to this status; null if there is none. */
  action: DriverAction | null;
  /** Whether it is a step of the timeline. A normal ride passes the steps in order of `rideStatusSchema`. */
  isStep: boolean;
  /**
   * The sentence shown to the rider of a paid ride in this status (specification section 2, My Rides); null
   * for the label alone.
   */
  riderSentence: string | null;
}

/** The single table of ride statuses, used by server, screens and tests. */
export const RIDE_STATES: Readonly<Record<RideStatus, RideState>> = {
  requested: {
    label: 'Requested',
    tone: 'muted',
    next: ['accepted', 'cancelled'],
    action: null,
    isStep: true,
    riderSentence: 'Finding your driver',
  },
  accepted: {
    label: 'Accepted',
    tone: 'gold',
    // A ride taken from its driver becomes an offer again.
    next: ['in_progress', 'requested', 'cancelled'],
    // Offers have a separate button, since any driver may accept them.
    action: null,
    isStep: true,
    riderSentence: 'Your driver is on the way!',
  },
  in_progress: {
    label: 'In progress',
    tone: 'ok',
    next: ['completed'],
    action: {
      label: 'Start Ride',
      pendingLabel: 'Starting...',
      refusal: 'Only an accepted ride can be started.',
    },
    isStep: true,
    riderSentence: 'Ride in progress',
  },
  completed: {
    label: 'Completed',
    tone: 'muted',
    next: [],
    action: {
      label: 'Complete Ride',
      pendingLabel: 'Completing...',
      refusal: 'Only a ride in progress can be completed.',
    },
    isStep: true,
    riderSentence: null,
  },
  cancelled: {
    label: 'Cancelled',
    tone: 'muted',
    next: [],
    action: null,
    isStep: false,
    riderSentence: null,
  },
};

/** Returns the state of a status; null for a status of a newer server that this build does not know. */
export const findRideState = (status: string): RideState | null => {
  const known = rideStatusSchema.safeParse(status);
  return known.success ? RIDE_STATES[known.data] : null;
};

/** Returns the label of a status; an unknown status is returned unchanged. */
export const statusLabel = (status: string): string => findRideState(status)?.label ?? status;

/** Returns the statuses from which a ride may move to `to`. */
export const statusesBefore = (to: RideStatus): RideStatus[] =>
  rideStatusSchema.options.filter((from) => RIDE_STATES[from].next.includes(to));

interface StampRow {
  label: string;
  /** The field that stores its time. */
  field: string;
  /** What the driver did, for the history that staff see. */
  act: string;
  /** The driver's toast. */
  toast: string;
  /** The driver's button. */
  action: DriverAction;
}

/** What follows from each stamp. */
export const STAMPS = {
  en_route: {
    label: 'On the way',
    field: 'enRouteAt',
    act: 'set off',
    toast: 'Your rider sees that you are on the way',
    action: {
      label: "I'm on my way",
      pendingLabel: 'Sending...',
      refusal: 'You can only be on the way to an accepted ride.',
    },
  },
  arrived: {
    label: 'Arrived',
    field: 'arrivedAt',
    act: 'arrived',
    toast: 'Your rider sees that you are there',
    action: {
      label: 'Arrived',
      pendingLabel: 'Sending...',
      refusal: 'You can only arrive at the pickup of an accepted ride.',
    },
  },
} as const satisfies Readonly<Record<Stamp, StampRow>>;

type StampField = (typeof STAMPS)[Stamp]['field'];

/** Times of a ride's stamps, ISO 8601 by default; null if not set. */
export type Stamped<Time = string> = Record<StampField, Time | null>;

/** Converts the value of each field of a stamp. */
export const mapStamps = <From, To>(
  { enRouteAt, arrivedAt }: Partial<Record<StampField, From>>,
  convert: (value: From | undefined) => To,
): Record<StampField, To> => ({ enRouteAt: convert(enRouteAt), arrivedAt: convert(arrivedAt) });

const ofEachStamp = <Value>(value: Value) => mapStamps({}, () => value);

/** The fields of the stamps in schemas and in database projections, and their values before any is set. */
export const STAMP_FIELDS = ofEachStamp(z.nullable(z.iso.datetime()));
export const FORMER_STAMP_FIELDS = ofEachStamp(z.optional(z.iso.datetime()));
export const STAMPS_PROJECTED = ofEachStamp(1 as const);
export const NO_STAMPS = ofEachStamp(null);

/** Returns a text of each stamp. */
export const stampTexts = (key: 'label' | 'act'): Record<Stamp, string> => ({
  en_route: STAMPS.en_route[key],
  arrived: STAMPS.arrived[key],
});

/** Whether the driver has reported anything on the way to the pickup. */
export const hasSetOff = (ride: Stamped<string | Date>): boolean =>
  Object.values(STAMPS).some(({ field }) => ride[field] !== null);

/** Returns the last stamp of an accepted ride; null before the driver set off, and in any other status. */
export const lastStamp = (ride: { status: string } & Stamped): Stamp | null =>
  ride.status === 'accepted'
    ? (stampSchema.options.findLast((stamp) => ride[STAMPS[stamp].field] !== null) ?? null)
    : null;

/** Returns the stamps that an accepted ride can still get. Skipped stamps are not included. */
export function stampsAhead(ride: Stamped): readonly Stamp[] {
  const last = stampSchema.options.findLastIndex((stamp) => ride[STAMPS[stamp].field] !== null);
  return stampSchema.options.slice(last + 1);
}

/** A driver's action on a ride, and the stamp or status that it leads to. */
export type DriverMove = DriverAction & { to: Stamp | RideStatus };

/**
 * Returns the driver's actions on a ride, next one first. A ride can be started even if stamps were skipped.
 */
export function driverMovesOf(ride: { status: string } & Stamped): readonly DriverMove[] {
  const stamps = ride.status === 'accepted' ? stampsAhead(ride) : [];
  const statuses = (findRideState(ride.status)?.next ?? []).flatMap((to): DriverMove[] => {
    const { action } = RIDE_STATES[to];
    return action ? [{ ...action, to }] : [];
  });
  return [...stamps.map((to) => ({ ...STAMPS[to].action, to })), ...statuses];
}

/** The steps of the timeline. */
export const TIMELINE: readonly RideStatus[] = rideStatusSchema.options.filter(
  (status) => RIDE_STATES[status].isStep,
);

/** Final statuses, and all others. */
export const OVER_STATUSES: readonly RideStatus[] = rideStatusSchema.options.filter(
  (status) => RIDE_STATES[status].next.length === 0,
);
export const ACTIVE_STATUSES: readonly RideStatus[] = rideStatusSchema.options.filter(
  (status) => RIDE_STATES[status].next.length > 0,
);

/** Statuses of rides that a driver has accepted and not completed. */
export const ASSIGNED_STATUSES: readonly RideStatus[] = ACTIVE_STATUSES.filter(
  (status) => status !== 'requested',
);

/**
 * The status of a ride's payment. `waived`: nothing was due. `expired`: cancelled without having been
 * settled. `flagged`: the payment differs from what was owed. `refunded`: fully refunded; the ride's amounts
 * show whether that succeeded. `on_account`: booked by staff for a customer who pays later, outside Stripe.
 */
export const paymentStatusSchema = z.enum([
  'pending',
  'paid',
  'waived',
  'on_account',
  'refunded',
  'expired',
  'flagged',
]);
export type PaymentStatus = z.infer<typeof paymentStatusSchema>;

/** Payment statuses with which drivers may see and accept a requested ride. */
export const SETTLED: readonly PaymentStatus[] = ['paid', 'waived', 'on_account'];

/** Whether the payment of a ride is settled, whatever the state of the ride. */
export const isSettled = ({ paymentStatus }: { paymentStatus: PaymentStatus }): boolean =>
  SETTLED.includes(paymentStatus);

/** Whether a ride is an offer: requested and settled. */
export const isOffer = (ride: { status: RideStatus; paymentStatus: PaymentStatus }): boolean =>
  ride.status === 'requested' && isSettled(ride);

/** The kinds of history entries: a new status, a stamp, or one of these. */
export const rideChangeSchema = z.enum([
  ...rideStatusSchema.options,
  ...stampSchema.options,
  /** Assigned to another driver. */
  'reassigned',
  /** Taken from its driver, and an offer again. */
  'unassigned',
  /** Given back by its driver. */
  'given_back',
  /** The rider was notified that no driver had accepted an hour before the pickup. */
  'still_searching',
  /** Payment settled. */
  'paid',
  'refunded',
  'refund_failed',
  /** The payment needs a manual check. */
  'flagged',
  /** Staff added a note. */
  'noted',
  /** Charges or refunds changed; the entry's text has the details. */
  'adjusted',
  /** A further charge was paid. */
  'charge_paid',
  /** The booking was changed. */
  'edited',
  /** The driver proposed to extend the ride, which the rider would pay for. */
  'extension_proposed',
  /** The ride was extended. */
  'extended',
  /** Staff confirmed or set the final fare. */
  'fare_decided',
  /** Rated by the rider. */
  'rated',
  /** The rider received a gift card because the driver was late. */
  'credited',
  /** The rider created or revoked the trip link. */
  'shared',
  'unshared',
  /** The rider switched the start PIN on or off. */
  'pin_wanted',
  'pin_waived',
]);
export type RideChange = z.infer<typeof rideChangeSchema>;

/** Changes shown only to staff. */
export const STAFF_ONLY_CHANGES: readonly RideChange[] = [
  'noted',
  'adjusted',
  'charge_paid',
  'rated',
  'shared',
  'unshared',
  'pin_wanted',
  'pin_waived',
];

/** Whether a ride was ever settled, and so offered to drivers, whatever happened later. */
export const wasEverSettled = ({ history }: { history: readonly { change: RideChange }[] }): boolean =>
  history.some(({ change }) => change === 'paid');
