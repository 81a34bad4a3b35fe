import { randomUUID } from 'node:crypto';
import { type PromoDoc, PromoModel } from '../promos/promo-model.ts';

/** A promo for tests. */
export interface TestPromo {
  id: string;
  code: string;
}

/** Stores a promo of $25 without conditions, unless overridden. */
export async function buildPromo(overrides: Partial<PromoDoc> = {}): Promise<TestPromo> {
  const promo = await PromoModel.create({
    code: `TEST-${randomUUID().slice(0, 8)}`,
    title: 'Test',
    description: 'Off any ride.',
    amountCents: overrides.percent ? null : 2_500,
    ...overrides,
  });
  return { id: promo.id, code: promo.code };
}
