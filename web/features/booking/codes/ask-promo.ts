import { type ValidatePromo, validatePromo } from '#common/promos/promos-api.ts';
import { call } from '#web/lib/call.ts';
import type { AppliedPromo } from './applied-promo.ts';

interface Asking {
  /** Tells this question from others about the same code, such as what the rider asking or the fare changes. */
  pricedFor: string;
  signal: AbortSignal;
}

/** What a code takes off this booking. Throws `ApiError` when it does not fit. */
export async function askPromo(body: ValidatePromo, { pricedFor, signal }: Asking): Promise<AppliedPromo> {
  const promo = await call(validatePromo, body, { signal });
  return { ...promo, pricedFor };
}
