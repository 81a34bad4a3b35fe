import { roundCents } from '#common/money.ts';
import { promoDiscountCents } from '#common/promos/promo.ts';
import * as api from '#common/promos/promos-api.ts';
import { dateInVegas } from '#common/time.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { type ApiRoutes, createApiRoutes } from '../http/api-routes.ts';
import { createLimit } from '../http/create-limit.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { requireConfirmedEmail } from '../users/email-confirmation.ts';
import { findRiderKeyAndPhone } from '../users/mailbox-of.ts';
import { findPromoByCode, type HasRidden, promoRefusal, UNKNOWN_PROMO } from './check-promo.ts';
import { listPromoOffers } from './promo-offers.ts';

/**
 * Limit of unknown codes per hour and network address. Every attempt is counted before the lookup, and taken
 * back if the code exists.
 */
const guesses = createLimit({ name: 'promo-guess', times: 20, windowSeconds: 3_600 });

interface PromoRoutesOptions {
  hasRidden: HasRidden;
}

/** Creates the promo routes. */
export function createPromoRoutes({ hasRidden }: PromoRoutesOptions): ApiRoutes {
  const promoRoutes = createApiRoutes();

  promoRoutes.handle(api.validatePromo, async ({ body, clientNetwork, user }) => {
    await guesses.count(clientNetwork);
    const promo = await findPromoByCode(body.code);
    if (!promo) throw fieldRefusal('code', UNKNOWN_PROMO);
    await guesses.uncount(clientNetwork);

    const { fareAmount, scheduledDate = null, bookingType = null, hours = null } = body;
    const fareCents = roundCents(fareAmount * 100);
    const today = dateInVegas(databaseClock.now());
    const { riderId } = user;
    const phone = riderId && (await findRiderKeyAndPhone(riderId)).phone;
    const refusal = await promoRefusal(
      promo,
      { fareCents, today, scheduledDate, bookingType, hours },
      riderId ? { riderId, phones: phone ? [phone] : [], hasRidden } : null,
    );
    if (refusal) throw fieldRefusal('code', refusal);
    if (riderId) await requireConfirmedEmail(riderId, 'code');

    return {
      id: promo._id.toHexString(),
      code: promo.code,
      discountAmount: promoDiscountCents(promo, fareCents) / 100,
    };
  });

  promoRoutes.handle(api.listPromoOffers, () => listPromoOffers());

  return promoRoutes;
}
