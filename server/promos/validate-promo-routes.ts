import { Router } from 'express';
import { roundCents } from '#common/money.ts';
import { promoDiscountCents, type ValidatePromo } from '#common/promos/promo.ts';
import { dateInVegas } from '#common/time.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { addressOf } from '../http/address-of.ts';
import { createLimit } from '../http/create-limit.ts';
import { parse } from '../http/parse.ts';
import { riderKeyOf } from '../users/rider-key-of.ts';
import { findPromoByCode } from './find-promo.ts';
import { validatePromoRequest } from './promo-calls.ts';
import { promoRefusal, UNKNOWN_PROMO } from './promo-refusal.ts';

/** Everything under /api/validate-promo-code. */
export const validatePromoRoutes = Router();

/** Codes that there are not, tried from one address. Each try counts before it is made; one that names a promo is taken back. */
const guesses = createLimit({ name: 'promo-guess', times: 20, windowSeconds: 3_600 });

const toBooking = ({ fareAmount, scheduledDate, bookingType, hours }: ValidatePromo) => ({
  fareCents: roundCents(fareAmount * 100),
  today: dateInVegas(new Date()),
  scheduledDate: scheduledDate ?? null,
  bookingType: bookingType ?? null,
  hours: hours ?? null,
});

validatePromoRoutes.post('/', async (req, res) => {
  const { body } = parse(validatePromoRequest, req);
  const address = addressOf(req);
  await guesses.count(address);

  const promo = await findPromoByCode(body.code);
  if (!promo) throw fieldRefusal('code', UNKNOWN_PROMO);
  await guesses.takeBack(address);

  const booking = toBooking(body);
  const riderKey = req.session.riderId ? await riderKeyOf(req.session.riderId) : null;
  const refusal = await promoRefusal(promo, booking, riderKey);
  if (refusal) throw fieldRefusal('code', refusal);

  const discountAmount = promoDiscountCents(promo, booking.fareCents) / 100;
  res.json({ id: promo._id.toHexString(), code: promo.code, discountAmount });
});
