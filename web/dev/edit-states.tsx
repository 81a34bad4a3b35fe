import { type FareInput, quoteFare } from '#common/fares/quote-fare.ts';
import { SEEDED_RATES } from '#common/fares/rates.ts';
import type { CompletionQuote } from '#common/rides/drive-api.ts';
import type { EditQuote } from '#common/rides/edit-api.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import type { RiderCharge } from '#common/rides/ride-money.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import { CompleteRideDialog } from '#web/features/ops/ride/complete-ride-dialog.tsx';
import { FareDialog } from '#web/features/ops/ride/fare-dialog.tsx';
import { PayChargeDialog } from '#web/features/payments/pay-charge-dialog.tsx';
import { CompleteDialog } from '#web/features/rides/driver/complete-dialog.tsx';
import { EditForRiderDialog } from '#web/features/rides/edit/edit-for-rider-dialog.tsx';
import { EditRideDialog } from '#web/features/rides/edit/edit-ride-dialog.tsx';
import { ExtendRow } from '#web/features/rides/ride-page/extend-row.tsx';
import { OpenCharges } from '#web/features/rides/ride-page/open-charges.tsx';
import { buildDriverRide, buildRiderRide, buildStaffRide, DRIVER_ID, NOW } from '#web/testing/build-ride.ts';
import type { CardFields } from './payment-stand-in.ts';
import { answerCalls } from './seal-page.ts';
import type { Group, Specimen } from './specimen.tsx';

const noop = () => {};

const fareOf = (overrides: Partial<FareInput> = {}) => {
  const vehicle = findVehicle('lux-sedan');
  if (!vehicle) throw new Error('No such vehicle');
  const three = { vehicle, bookingType: 'hourly', hours: 3, surgeTier: 'weekend' } as const;
  return quoteFare({ ...three, isAirportPickup: false, gratuityPercentage: 18, ...overrides }, SEEDED_RATES);
};

/** Friday evening, three hours, as in the screenshots of the dialog. */
const ride = buildRiderRide({
  rideType: 'lux-sedan',
  bookingType: 'hourly',
  hours: 3,
  pickupLocation: 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd',
  dropoffLocation: 'Allegiant Stadium, 3333 Al Davis Way',
  scheduledDate: '2026-11-27',
  scheduledTime: '19:30',
  isAirportPickup: false,
  specialRequests: 'Child seat',
  fare: fareOf(),
});
const withStops = { ...ride, stops: ['Sphere, 255 Sands Ave'], passengers: 2 };
const accepted: RiderRide = {
  ...ride,
  status: 'accepted',
  version: 3,
  driverId: 'd'.repeat(24),
  driver: { firstName: 'Marcus', vehicle: 'Black Lucid Air, NV 512-LVL' },
  passenger: { name: 'Jordan Lee', phone: '(702) 555-0199' },
};

const { bookingType, hours, surgePricing, stops } = ride;
const quote = (overrides: Partial<EditQuote> = {}): EditQuote => ({
  version: 2,
  fare: ride.fare,
  booking: { bookingType, hours, surgePricing, stops },
  dueCents: 0,
  toCardCents: 0,
  toGiftCardCents: 0,
  ...overrides,
});
const longer = fareOf({ hours: 3.5 });
const shorter = fareOf({ hours: 2.5 });
const booked = ride.fare.fareCents;
const more = quote({
  fare: longer,
  booking: { ...quote().booking, hours: 3.5 },
  dueCents: longer.fareCents - booked,
});
const less = quote({
  fare: shorter,
  booking: { ...quote().booking, hours: 2.5 },
  toCardCents: booked - shorter.fareCents,
});

interface EditState {
  until: string;
  reply?: EditQuote | { message: string; code: string };
  press?: string[];
}

const edit = (
  name: string,
  shown: RiderRide,
  { until, reply = quote(), press = [] }: EditState,
): Specimen => ({
  name: `EditRideDialog, ${name}`,
  render: () => <EditRideDialog ride={shown} isOver={false} onClose={noop} onDue={noop} />,
  window: {
    height: shown.status === 'requested' ? 1_420 : 720,
    setUp: () => answerCalls({ [`/api/rides/${shown.id}/edit-quote`]: ['code' in reply ? 409 : 200, reply] }),
    press,
    until,
  },
});

/** The same ride in the staff's view. */
const forStaff = buildStaffRide({
  rideType: 'lux-sedan',
  bookingType: 'hourly',
  hours: 3,
  customerName: 'Hannah Cho',
  fare: ride.fare,
});

const charge: RiderCharge = {
  id: 'c'.repeat(24),
  kind: 'difference',
  amountCents: longer.fareCents - booked,
  status: 'open',
  reason: '3.5 hours',
  payBy: '2026-11-21T00:40:00.000Z',
};

const pay = (name: string, fields: CardFields, until: string): Specimen => ({
  name: `PayChargeDialog, ${name}`,
  render: () => (
    <PayChargeDialog
      rideId={ride.id}
      charge={charge}
      calls={{ openCharge: async () => fields, verifyCharge: () => new Promise<never>(() => {}) }}
      onClose={noop}
    />
  ),
  window: { height: 620, until },
});

const underWay = buildDriverRide({
  status: 'in_progress',
  rideType: 'lux-sedan',
  bookingType: 'hourly',
  hours: 3,
});
const completion: CompletionQuote = {
  paidCents: booked,
  fareCents: booked,
  baseCents: ride.fare.baseCents,
  gratuityCents: ride.fare.gratuityCents,
  waitingCents: 0,
  usedHours: 2,
  byHours: [1, 2, 3].map((used) => ({ hours: used, fareCents: fareOf({ hours: used }).fareCents })),
};

const complete = (name: string, reply: CompletionQuote, press: string[] = []): Specimen => ({
  name: `CompleteDialog, ${name}`,
  render: () => <CompleteDialog ride={underWay} isPending={false} onClose={noop} onComplete={noop} />,
  window: {
    height: 620,
    setUp: () => answerCalls({ [`/api/rides/${underWay.id}/completion`]: [200, reply] }),
    press,
    until: press.length > 0 ? 'Final fare' : 'our share',
  },
});

const toDecide = buildStaffRide({
  status: 'completed',
  driverId: DRIVER_ID,
  driver: { firstName: 'Sam', vehicle: 'Black Cadillac Escalade, NV 218-QKD' },
  fareReview: { proposedCents: 6_000, pendingSince: '2026-11-21T00:12:00.000Z' },
});

/** In progress for two hours; its driver forgot to complete it. */
const forgotten = buildStaffRide({
  status: 'in_progress',
  driverId: DRIVER_ID,
  driver: { firstName: 'Sam', vehicle: 'Black Cadillac Escalade, NV 218-QKD' },
  scheduledTime: '14:00',
  history: [{ change: 'in_progress', at: '2026-11-20T22:05:00.000Z', version: 4 }],
});

export const editStates: Group = {
  title: 'Editing, extending, completing',
  specimens: [
    edit('nothing changed', ride, { until: 'Same fare' }),
    edit('more is to pay', withStops, { press: ['More hours'], reply: more, until: 'To pay now' }),
    edit('less is refunded', ride, { press: ['Fewer hours'], reply: less, until: 'You get back' }),
    edit('a stop without an address', ride, {
      press: ['Add a stop', 'Save changes'],
      until: 'Please enter where to stop.',
    }),
    edit('refused', ride, {
      reply: {
        message: 'This ride is on your account. Please call us to change what it costs.',
        code: 'RIDE_STATE_CONFLICT',
      },
      until: 'on your account',
    }),
    {
      name: 'EditForRiderDialog, more is to be paid by the rider',
      render: () => <EditForRiderDialog ride={forStaff} isOver={false} onClose={noop} onRide={noop} />,
      window: {
        height: 1_420,
        setUp: () => answerCalls({ [`/api/ops/rides/${forStaff.id}/edit-quote`]: [200, more] }),
        press: ['More hours'],
        until: 'To be paid',
      },
    },
    edit('once a driver has accepted', accepted, { until: 'Same fare' }),
    pay('loading', 'slow', 'Pay $'),
    pay('ready', 'shown', 'Card number'),
    {
      name: 'ExtendRow and OpenCharges',
      render: () => (
        <ul className="border-line border-t">
          <OpenCharges ride={{ ...ride, charges: [charge] }} now={NOW} onPay={noop} />
          <ExtendRow ride={ride} onPay={noop} />
        </ul>
      ),
      window: {
        setUp: () =>
          answerCalls({
            [`/api/rides/${ride.id}/extension`]: [
              200,
              { dueCents: 4_532, endsAt: '2026-11-28T07:00:00.000Z' },
            ],
          }),
        until: '30 more minutes',
      },
    },
    complete('for the hours used', completion),
    complete('less than half of what was paid', {
      ...completion,
      usedHours: 1,
    }),
    {
      name: 'FareDialog, for a dispatcher',
      render: () => <FareDialog ride={toDecide} isAdmin={false} onClose={noop} />,
      window: { height: 620, until: 'Dispatchers can give back' },
    },
    {
      name: 'CompleteRideDialog, for a dispatcher',
      render: () => <CompleteRideDialog ride={forgotten} isAdmin={false} onClose={noop} />,
      window: { height: 680, until: 'Nothing goes back' },
    },
    complete('with waiting, another amount', { ...completion, waitingCents: 700 }, ['Other amount']),
  ],
};
