import { payByCard } from '#embedded/stripe/testing/pay-by-card.ts';
import { bodyOf } from './people.ts';
import { type Fitting, lastPart, type Prepare, type Prepared } from './prepared-call.ts';

const sumsOf = ({ feeCents = 0, toCardCents = 0, toGiftCardCents = 0 }) => ({
  ...{ feeCents, toCardCents, toGiftCardCents },
});

/** Creates an open charge, as staff. */
async function openCharge({ call, world, params }: Prepared): Promise<Fitting> {
  const { rideId = '' } = params;
  const read = await call(world.people.admin, 'GET /api/ops/rides/{rideId}', { params: { rideId } });
  const charge = { version: bodyOf(read).version, kind: 'charge', amountCents: 5_00, reason: 'Cleaning' };
  const adjusted = await call(world.people.admin, 'POST /api/ops/rides/{rideId}/adjust', {
    params: { rideId },
    body: charge,
  });
  const { charges = [], version } = bodyOf(adjusted);
  const chargeId = charges.at(-1)?.id;
  return chargeId ? { params: { rideId, chargeId }, body: { version, chargeId } } : {};
}

/** What a page does or reads before a call about a ride, by call. */
export const PREPARED_RIDE_CALLS: Readonly<Record<string, Prepare>> = {
  'POST /api/rides/{rideId}/cancel': async ({ call, person, params }) => {
    const quote = await call(person, 'GET /api/rides/{rideId}/cancellation', { params });
    return { body: { expectedFeeCents: bodyOf(quote).feeCents ?? 0 } };
  },
  'POST /api/ops/rides/{rideId}/cancel': async ({ call, person, params }) => {
    const query = { by: 'operations' };
    const quote = await call(person, 'GET /api/ops/rides/{rideId}/cancellation', { params, query });
    return { body: { ...query, expected: sumsOf(bodyOf(quote)) } };
  },
  'POST /api/rides/{rideId}/edit': async ({ call, person, params, body: { changes } }) => {
    const quote = await call(person, 'POST /api/rides/{rideId}/edit-quote', { params, body: { changes } });
    const { version = 0, fare } = bodyOf(quote);
    return { body: { version, expectedFareCents: fare?.fareCents ?? 0 } };
  },
  'POST /api/ops/rides/{rideId}/edit': async ({ call, person, params, body: { changes } }) => {
    const quote = await call(person, 'POST /api/ops/rides/{rideId}/edit-quote', {
      params,
      body: { changes },
    });
    const { version = 0, fare } = bodyOf(quote);
    return { body: { version, expectedFareCents: fare?.fareCents ?? 0 } };
  },
  'POST /api/rides/{rideId}/extend': async ({ call, person, params }) => {
    const quote = await call(person, 'GET /api/rides/{rideId}/extension', { params });
    return { body: { expectedDueCents: bodyOf(quote).dueCents ?? 0 } };
  },
  'PATCH /api/rides/{rideId}/complete': async ({ call, person, params }) => {
    const quote = await call(person, 'GET /api/rides/{rideId}/completion', { params });
    return { body: { actualFare: `$${((bodyOf(quote).fareCents ?? 0) / 100).toFixed(2)}` } };
  },
  'POST /api/ops/rides/{rideId}/complete': async ({ call, world, params }) => {
    const read = await call(world.people.admin, 'GET /api/ops/rides/{rideId}', { params });
    return { body: { finalFareCents: bodyOf(read).fare?.fareCents ?? 0 } };
  },
  'POST /api/rides/{rideId}/payment-success': async ({ call, person, params, world }) => {
    const { clientSecret } = bodyOf(await call(person, 'POST /api/rides/{rideId}/checkout', { params }));
    const paid = clientSecret && (await payByCard(world.stripe, clientSecret).catch(() => null));
    return paid ? { body: { paymentIntentId: paid.id } } : {};
  },
  'POST /api/rides/{rideId}/charges/{chargeId}/checkout': openCharge,
  'POST /api/rides/{rideId}/charges/{chargeId}/payment-success': async (prepared) => {
    const fitting = await openCharge(prepared);
    const { call, person, world } = prepared;
    const name = 'POST /api/rides/{rideId}/charges/{chargeId}/checkout';
    const opened = await call(person, name, { params: fitting.params });
    const { clientSecret } = bodyOf(opened);
    if (clientSecret) await payByCard(world.stripe, clientSecret).catch(() => null);
    return fitting;
  },
  'POST /api/ops/rides/{rideId}/charges/{chargeId}/withdraw': openCharge,
  'POST /api/ops/rides/{rideId}/payment-link': openCharge,
  'POST /api/ops/rides/{rideId}/assign': async ({ world }) => ({
    body: { driverId: world.people.drivers[0]?.id, vehicleId: null, allowNearly: true },
  }),
  'POST /api/ops/rides/{rideId}/undo': async ({ call, person, params, world }) => {
    const read = await call(person, 'GET /api/ops/rides/{rideId}', { params });
    const driverId = world.people.drivers[0]?.id;
    const body = { version: bodyOf(read).version ?? 0, driverId, allowNearly: true };
    const assigned = await call(person, 'POST /api/ops/rides/{rideId}/assign', { params, body });
    return { body: { version: bodyOf(assigned).version ?? 0 } };
  },
  'GET /api/trips/{token}': async ({ call, seen, world }) => {
    const rideId = seen.brought()[0];
    const owner = world.people.riders.find(({ id }) => id && seen.ownersOf(rideId ?? '').includes(id));
    if (!owner) return {};
    const shared = await call(owner, 'POST /api/rides/{rideId}/share', { params: { rideId } });
    return { params: { token: lastPart(bodyOf(shared).tripLink) } };
  },
};
