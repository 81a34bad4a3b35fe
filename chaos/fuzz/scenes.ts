import { randomUUID } from 'node:crypto';
import { papersNeeded } from '#common/driver-applications/application-papers.ts';
import { checklistFor } from '#common/driver-applications/checklist.ts';
import { NO_PAYMENT_REQUIRED } from '#common/rides/rides-api.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { payByCard } from '#embedded/stripe/testing/pay-by-card.ts';
import { paySimulatedCheckout } from '#server/payments/pay-simulated-checkout.ts';
import type { Call, World } from './caller.ts';
import { type Answer, bodyOf, type Person } from './people.ts';
import type { SeenIds } from './seen-ids.ts';
import { type RideStep, type SceneStep, STAGES } from './steps.ts';

/** What a scene is played with. */
export interface Stage {
  world: World;
  seen: SeenIds;
  call: Call;
}

/** Performs what takes several calls of several people, so that later calls find the result. */
export function playScene(step: SceneStep | RideStep, stage: Stage): Promise<void> {
  if (step.step === 'ride') return bringRide(step, stage);
  return { application: bringApplication, 'gift-card': buyGiftCard }[step.scene](step, stage);
}

/**
 * Books a ride and advances it to a stage. Where the product refuses an advance, the ride
 * stays at that point.
 */
async function bringRide(step: RideStep, stage: Stage): Promise<void> {
  const { world, seen, call } = stage;
  const rider = world.people.riders[step.rider];
  const driver = world.people.drivers[step.driver];
  if (!rider || !driver) return;

  const booking = { ...bookingOf(step, rider), ...(await discountOf(step, rider, stage)) };
  const { body } = await book(rider, booking, call);
  const { ride, clientSecret } = Object(body);
  const id: string | undefined = ride?.id;
  if (!id) return;
  seen.bring(id);
  const params = { rideId: id };
  const ahead = STAGES.indexOf(step.stage);
  if (ahead === 0) return;

  if (clientSecret === NO_PAYMENT_REQUIRED) {
    if (step.stage === 'paid') return;
    await call(rider, 'POST /api/rides/{rideId}/confirm', { params });
  } else {
    // A gift card may leave less than the minimum of a card payment.
    const paid = await payByCard(world.stripe, clientSecret, step.card).catch(() => null);
    if (!paid) return;
    const payment = { paymentIntentId: paid.id, riderId: rider.id };
    await call(rider, 'POST /api/rides/{rideId}/payment-success', { params, body: payment });
  }
  if (step.stage === 'cancelled') {
    await call(rider, 'POST /api/rides/{rideId}/cancel', { params, body: { expectedFeeCents: 0 } });
    return;
  }
  for (const status of ['accepted', 'en_route', 'arrived', 'in_progress'] as const) {
    if (ahead < STAGES.indexOf(status)) continue;
    await call(driver, 'PATCH /api/rides/{rideId}/status', {
      params,
      body:
        status === 'accepted'
          ? { status, driverId: driver.id, allowOverlap: true }
          : { status, confirmEarly: true },
    });
  }
  if (step.stage !== 'completed') return;
  const quote = await call(driver, 'GET /api/rides/{rideId}/completion', { params });
  const { fareCents = 0 } = Object(quote.body);
  const actualFare = `$${((fareCents * step.finalPercent) / 10_000).toFixed(2)}`;
  await call(driver, 'PATCH /api/rides/{rideId}/complete', { params, body: { actualFare } });
}

/** Books, after cancelling the rider's unpaid bookings if there are too many of them. */
async function book(rider: Person, booking: object, call: Call): Promise<Answer> {
  const send = () => call(rider, 'POST /api/rides', { body: booking });
  const first = await send();
  if (bodyOf(first).code !== 'TOO_MANY_UNPAID') return first;
  const { body } = await call(rider, 'GET /api/rides/rider/{riderId}', { params: { riderId: rider.id } });
  for (const { id, status, paymentStatus } of Array.isArray(body) ? body : []) {
    if (status !== 'requested' || paymentStatus !== 'pending') continue;
    const params = { rideId: id };
    const cancel = { expectedFeeCents: 0, expectsUnpaid: true };
    await call(rider, 'POST /api/rides/{rideId}/cancel', { params, body: cancel });
  }
  return send();
}

const bookingOf = ({ hours, daysAhead, hasReturn }: RideStep, { id, email }: Person): object => ({
  ...{ riderId: id, customerName: 'Robin Rider', customerEmail: email },
  ...{ customerPhone: '(702) 555-0101', pickupLocation: 'Bellagio', dropoffLocation: 'Allegiant Stadium' },
  ...{
    rideType: 'lux-sedan',
    bookingType: hours ? 'hourly' : 'point-to-point',
    hours,
    gratuityPercentage: 18,
  },
  ...{ scheduledDate: addDays(dateInVegas(new Date()), daysAhead), scheduledTime: '18:30' },
  ...(hasReturn &&
    !hours && {
      returnTrip: { scheduledDate: addDays(dateInVegas(new Date()), daysAhead), scheduledTime: '22:30' },
    }),
});

/** Validates a promo code for the whole fare, or a gift card. */
async function discountOf(step: RideStep, rider: Person, { world, call }: Stage): Promise<object> {
  if (step.discount === 'promo') {
    const code = `FZ-${randomUUID().slice(0, 13).toUpperCase()}`;
    await call(world.people.admin, 'POST /api/ops/promos', { body: { ...WHOLE_FARE, code } });
    const asked = { code, fareAmount: 200 };
    const { body } = await call(rider, 'POST /api/validate-promo-code', { body: asked });
    return { promoCodeId: Object(body).id };
  }
  const code = step.discount === 'gift-card' ? world.mailed.pick('gift-card', 0) : undefined;
  if (!code) return {};
  const { body } = await call(rider, 'POST /api/validate-gift-card', { body: { code } });
  return { giftCardId: Object(body).id };
}

const WHOLE_FARE = {
  ...{ title: 'Whole fare', badge: null, description: 'For the fuzzer.', percent: 100, amountCents: null },
  ...{ validFrom: null, validUntil: null, weekdays: null, minimumFareCents: 0, minimumHours: null },
  ...{ firstRideOnly: false, perRider: null, totalCap: null },
};

/** Submits a driver application with files, and lets staff process it. */
async function bringApplication({ stage: until }: SceneStep, { world, call }: Stage): Promise<void> {
  const { visitor, dispatcher, admin } = world.people;
  const email = `fuzz-${world.lane}-applicant-${randomUUID().slice(0, 8)}@example.com`;
  const expiresOn = addDays(dateInVegas(new Date()), 700);
  const upload = await call(visitor, 'POST /api/driver-applications/files', { query: { name: 'paper.pdf' } });
  const { file = null } = Object(upload.body);
  const papers = papersNeeded(false).map((kind, index) => ({
    ...{ kind, number: `NV-${index}`, expiresOn },
    file: index === 0 ? file : null,
  }));
  await call(visitor, 'POST /api/driver-applications', {
    body: {
      ...{ name: 'Renee Whitfield', dateOfBirth: '1989-03-04', phone: '(702) 555-0162', email },
      ...{ licenseState: 'NV', licenseSince: 2009, agreesToChecks: true, note: '', vehicle: null, papers },
    },
  });
  const list = await call(dispatcher, 'GET /api/ops/driver-applications');
  const { applications = [] } = Object(list.body);
  const params = { applicationId: applications[0]?.id };
  if (until === 0 || !params.applicationId) return;
  const read = async () =>
    Object((await call(dispatcher, 'GET /api/ops/driver-applications/{applicationId}', { params })).body);
  for (const item of checklistFor(false)) {
    const body = { version: (await read()).version, item, isDone: true, note: '' };
    await call(dispatcher, 'PATCH /api/ops/driver-applications/{applicationId}/checklist', { params, body });
  }
  if (until === 1) return;
  const body = { version: (await read()).version };
  await call(admin, 'POST /api/ops/driver-applications/{applicationId}/approve', { params, body });
}

/** Buys a gift card and pays for it on the provider's page. */
async function buyGiftCard({ stage: until }: SceneStep, { world, call }: Stage): Promise<void> {
  const { visitor, admin } = world.people;
  const recipientEmail = `fuzz-${world.lane}-recipient-${randomUUID().slice(0, 8)}@example.com`;
  const { body } = await call(visitor, 'POST /api/purchase-gift-card', {
    body: { amount: 500, recipientEmail },
  });
  const sessionId = String(Object(body).checkoutUrl).split('/').at(-1) ?? '';
  if (!sessionId.startsWith('cs_')) return;
  const params = { sessionId };
  if (until > 0) {
    await paySimulatedCheckout({
      simulator: world.stripe,
      publishableKey: 'pk_test_checkout',
      sessionId,
      email: `buyer-${randomUUID()}@example.com`,
    });
  }
  await call(visitor, 'GET /api/gift-cards/purchase/{sessionId}', { params });
  if (until > 0) await call(admin, 'GET /api/ops/gift-cards', { query: { q: recipientEmail } });
}
