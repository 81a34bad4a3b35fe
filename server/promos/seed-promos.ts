import type { PromoTerms } from '#common/promos/promo.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { PromoModel } from './promo-model.ts';

/** Terms without conditions, which each sample overrides. */
const OPEN: Omit<PromoTerms, 'code' | 'title' | 'description' | 'badge'> = {
  percent: null,
  amountCents: null,
  validFrom: null,
  validUntil: null,
  weekdays: null,
  minimumFareCents: 0,
  minimumHours: null,
  firstRideOnly: false,
  perRider: null,
  totalCap: null,
};

/** The sample promotions (specification section 9). */
const SAMPLES: readonly PromoTerms[] = [
  {
    ...OPEN,
    code: 'WELCOME25',
    title: 'Welcome',
    description: 'Off your first ride.',
    badge: 'New riders',
    amountCents: 2_500,
    firstRideOnly: true,
    perRider: 1,
  },
  {
    ...OPEN,
    code: 'REFER50',
    title: 'Refer a friend',
    description: 'Referral credit for your next ride.',
    badge: 'Referral',
    amountCents: 5_000,
    perRider: 1,
  },
  {
    ...OPEN,
    code: 'WEEKEND15',
    title: 'Weekend',
    description: 'Off rides on Friday, Saturday and Sunday.',
    badge: 'Weekend',
    percent: 15,
    weekdays: [5, 6, 0],
  },
  {
    ...OPEN,
    code: 'CORPORATE20',
    title: 'Corporate',
    description: 'Off rides on business.',
    badge: 'Corporate',
    percent: 20,
  },
];

/** Creates missing sample promotions. Existing ones stay as operations left them. */
export async function seedPromos(): Promise<void> {
  const now = databaseClock.nowMs();
  for (const [index, { code, ...terms }] of SAMPLES.entries()) {
    // A millisecond apart, to fix their display order.
    const createdAt = new Date(now + index);
    await PromoModel.updateOne({ code }, { $setOnInsert: { ...terms, createdAt } }, { upsert: true });
  }
}
