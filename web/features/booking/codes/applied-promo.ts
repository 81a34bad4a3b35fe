import * as z from 'zod/mini';
import { validPromoSchema } from '#common/promos/promos-api.ts';

/** A promo code taken for this booking. Its discount is the answer to one question; `pricedFor` tells which. */
export const appliedPromoSchema = z.extend(validPromoSchema, { pricedFor: z.string() });
export type AppliedPromo = z.infer<typeof appliedPromoSchema>;
