import * as z from 'zod/mini';

/**
 * The status of a ride, in the order in which they follow. `cancelled` is a ride never paid in time, accepted by no
 * driver, or cancelled by rider, driver or staff.
 */
export const rideStatusSchema = z.enum(['requested', 'accepted', 'in_progress', 'completed', 'cancelled']);
export type RideStatus = z.infer<typeof rideStatusSchema>;

/** What a driver notes on the way to an accepted ride, in the order in which it happens; its status stays. */
export const stampSchema = z.enum(['en_route', 'arrived']);
export type Stamp = z.infer<typeof stampSchema>;

/** What a ride's driver notes by pressing a button, with nothing else to say: a stamp, or that it begins. */
export const milestoneSchema = z.enum([...stampSchema.options, 'in_progress']);
export type Milestone = z.infer<typeof milestoneSchema>;

/** Colour of a status on screen; `muted` is secondary ink. */
export type RideTone = 'gold' | 'ok' | 'warn' | 'muted';

/** What moves a ride to a status. */
export interface DriverAction {
  /** On the driver's button. */
  label: string;
  pendingLabel: string;
  /** Why the action is refused in any status that does not lead there. */
  refusal: string;
}

/** All that differs from one status to the next. */
export interface RideState {
  label: string;
  tone: RideTone;
  /** The statuses a ride may move to. */
  next: readonly RideStatus[];
  /** Who moves a ride to this status, where staff do not; `system`: jobs alone. */
  movedBy: 'rider' | 'driver' | 'system';
  /** The button of the ride's driver that moves it here; null where there is none. */
  action: DriverAction | null;
  /**
   * Whether it is a step of the timeline, which a ride that goes well passes in the order of
   * `rideStatusSchema`.
   */
  isStep: boolean;
  /**
   * What its rider reads in this status once the ride is paid (specification section 2, My Rides); null for
   * the label alone.
   */
  riderSentence: string | null;
}

/** The one table of a ride's statuses: server, screens and tests read it. */
export const RIDE_STATES: Readonly<Record<RideStatus, RideState>> = {
  requested: {
    label: 'Requested',
    tone: 'muted',
    next: ['accepted', 'cancelled'],
    movedBy: 'rider',
    action: null,
    isStep: true,
    riderSentence: 'Finding your driver',
  },
  accepted: {
    label: 'Accepted',
    tone: 'gold',
    // Taken from its driver, a ride is offered again.
    next: ['in_progress', 'requested', 'cancelled'],
    movedBy: 'driver',
    // Offers have a button of their own: any driver may press it.
    action: null,
    isStep: true,
    riderSentence: 'Your driver is on the way!',
  },
  in_progress: {
    label: 'In progress',
    tone: 'ok',
    next: ['completed'],
    movedBy: 'driver',
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
    movedBy: 'driver',
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
    movedBy: 'system',
    action: null,
    isStep: false,
    riderSentence: null,
  },
};

/** The state of a status; null for one that this build does not know, which a newer server may send. */
export const findRideState = (status: string): RideState | null => {
  const known = rideStatusSchema.safeParse(status);
  return known.success ? RIDE_STATES[known.data] : null;
};

/** A status in words; an unknown one is shown raw. */
export const statusLabel = (status: string): string => findRideState(status)?.label ?? status;

/** The statuses from which a ride may move to `to`. */
export const statusesBefore = (to: RideStatus): RideStatus[] =>
  rideStatusSchema.options.filter((from) => RIDE_STATES[from].next.includes(to));

/** What a stamp is called, the field of the ride that keeps its instant, and the button that sets it. */
export const STAMPS = {
  en_route: {
    label: 'On the way',
    field: 'enRouteAt',
    action: {
      label: "I'm on my way",
      pendingLabel: 'Sending...',
      refusal: 'Only to an accepted ride can you be on the way.',
    },
  },
  arrived: {
    label: 'Arrived',
    field: 'arrivedAt',
    action: {
      label: 'Arrived',
      pendingLabel: 'Sending...',
      refusal: 'Only at the pickup of an accepted ride can you arrive.',
    },
  },
} as const satisfies Readonly<Record<Stamp, { label: string; field: string; action: DriverAction }>>;

/** The instants of a ride's stamps, ISO 8601; null for those not set. */
export interface Stamped {
  enRouteAt: string | null;
  arrivedAt: string | null;
}

/** How far the driver of an accepted ride is; null before they set off, and in any other status. */
export const lastStamp = (ride: { status: string } & Stamped): Stamp | null =>
  ride.status === 'accepted'
    ? (stampSchema.options.findLast((stamp) => ride[STAMPS[stamp].field] !== null) ?? null)
    : null;

/** The stamps still to be set on an accepted ride. One that was passed over is not asked for any more. */
export function stampsAhead(ride: Stamped): readonly Stamp[] {
  const last = stampSchema.options.findLastIndex((stamp) => ride[STAMPS[stamp].field] !== null);
  return stampSchema.options.slice(last + 1);
}

/** What a driver can do with a ride, and what that leads to. */
export type DriverMove = DriverAction & { to: Stamp | RideStatus };

/** The driver's actions on a ride, the next one first; a ride may begin although stamps were passed over. */
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

/** Statuses that nothing follows, and all others. */
export const OVER_STATUSES: readonly RideStatus[] = rideStatusSchema.options.filter(
  (status) => RIDE_STATES[status].next.length === 0,
);
export const ACTIVE_STATUSES: readonly RideStatus[] = rideStatusSchema.options.filter(
  (status) => RIDE_STATES[status].next.length > 0,
);

/**
 * The status of its payment. `waived`: nothing was due. `expired`: not paid in time. `flagged`: what was paid
 * is not what was owed. `refunded`: all of it was refunded; the ride's amounts say whether that succeeded.
 * `on_account`: booked by staff for a customer who pays later, apart from Stripe.
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

/** Payment statuses of a ride that drivers may see and accept. */
export const SETTLED: readonly PaymentStatus[] = ['paid', 'waived', 'on_account'];

/** Whether a ride is an offer: requested, and paid for. */
export const isOffer = (ride: { status: RideStatus; paymentStatus: PaymentStatus }): boolean =>
  ride.status === 'requested' && SETTLED.includes(ride.paymentStatus);

/**
 * What can happen to a ride, as its history records it: it reaches a status, its driver notes a stamp, or one of these.
 */
export const rideChangeSchema = z.enum([
  ...rideStatusSchema.options,
  ...stampSchema.options,
  /** It was given to another driver. */
  'reassigned',
  /** It was taken from its driver, and is an offer again. */
  'unassigned',
  /** Its driver gave it back. */
  'given_back',
  /** An hour before its pickup no driver had accepted, and its rider was told. */
  'still_searching',
  /** Its payment was settled. */
  'paid',
  'refunded',
  'refund_failed',
  /** Its payment needs somebody to look at it. */
  'flagged',
  /** Staff wrote a note about it. */
  'noted',
  /** Its charges or refunds changed; the entry's text says how. */
  'adjusted',
  /** A further charge was paid. */
  'charge_paid',
  /** What is booked was changed. */
  'edited',
  /** It lasts longer. */
  'extended',
  /** Staff confirmed the final fare, or set another. */
  'fare_decided',
  /** Its rider rated it. */
  'rated',
  /** Its rider got a gift card because the driver was late. */
  'credited',
  /** Its rider made, or ended, its trip link. */
  'shared',
  'unshared',
  /** Its rider wants the driver to ask for the start PIN, or no longer. */
  'pin_wanted',
  'pin_waived',
]);
export type RideChange = z.infer<typeof rideChangeSchema>;

/** Changes that staff alone are shown: neither its rider nor its driver. */
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

/** Whether a ride was paid for once, or waived, whatever became of it: drivers were offered it. */
export const wasSettled = ({ history }: { history: readonly { change: RideChange }[] }): boolean =>
  history.some(({ change }) => change === 'paid');
