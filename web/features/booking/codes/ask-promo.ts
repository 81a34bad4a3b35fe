import { type ValidatePromo, validPromoSchema } from '#common/promos/promo.ts';
import { api } from '#web/lib/api-client.ts';
import type { AppliedPromo } from './applied-promo.ts';

interface Asking {
  /** Tells this question from others about the same code, such as what the rider asking or the fare changes. */
  pricedFor: string;
  signal: AbortSignal;
}

/** POST /api/validate-promo-code: what a code takes off this booking. Throws `ApiError` when it does not fit. */
export async function askPromo(body: ValidatePromo, { pricedFor, signal }: Asking): Promise<AppliedPromo> {
  const promo = await api.post('/api/validate-promo-code', { body, schema: validPromoSchema, signal });
  return { ...promo, pricedFor };
}
