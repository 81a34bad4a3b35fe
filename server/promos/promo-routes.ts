import { roundCents } from '#common/money.ts';
import { promoDiscountCents } from '#common/promos/promo.ts';
import * as api from '#common/promos/promos-api.ts';
import { dateInVegas } from '#common/time.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { createLimit } from '../http/create-limit.ts';
import { riderKeyOf } from '../users/rider-key-of.ts';
import { findPromoByCode } from './find-promo.ts';
import { listPromoOffers } from './list-promo-offers.ts';
import { promoRefusal, UNKNOWN_PROMO } from './promo-refusal.ts';

export const promoRoutes = createApiRoutes();

/** Unknown codes tried from one address. Each try counts before it is made; one that names a promo is taken back. */
const guesses = createLimit({ name: 'promo-guess', times: 20, windowSeconds: 3_600 });

promoRoutes.handle(api.validatePromo, async ({ body, address, user }) => {
  await guesses.count(address);
  const promo = await findPromoByCode(body.code);
  if (!promo) throw fieldRefusal('code', UNKNOWN_PROMO);
  await guesses.takeBack(address);

  const { fareAmount, scheduledDate = null, bookingType = null, hours = null } = body;
  const fareCents = roundCents(fareAmount * 100);
  const today = dateInVegas(new Date());
  const riderKey = user.riderId ? await riderKeyOf(user.riderId) : null;
  const refusal = await promoRefusal(
    promo,
    { fareCents, today, scheduledDate, bookingType, hours },
    riderKey,
  );
  if (refusal) throw fieldRefusal('code', refusal);

  return {
    id: promo._id.toHexString(),
    code: promo.code,
    discountAmount: promoDiscountCents(promo, fareCents) / 100,
  };
});

promoRoutes.handle(api.listPromoOffers, () => listPromoOffers());
