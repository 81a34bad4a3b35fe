import type { PromoOffer } from '#common/promos/promo.ts';

/** The sample promotions (specification section 9). */
export const OFFERS: readonly PromoOffer[] = [
  {
    title: 'Welcome',
    discount: '$25',
    code: 'WELCOME25',
    description: 'Off your first ride.',
    badge: 'New riders',
    validUntil: null,
  },
  {
    title: 'Refer a friend',
    discount: '$50',
    code: 'REFER50',
    description: 'Referral credit for your next ride.',
    badge: 'Referral',
    validUntil: null,
  },
  {
    title: 'Weekend',
    discount: '15%',
    code: 'WEEKEND15',
    description: 'Off rides on Friday, Saturday and Sunday.',
    badge: 'Weekend',
    validUntil: null,
  },
  {
    title: 'Corporate',
    discount: '20%',
    code: 'CORPORATE20',
    description: 'Off rides on business.',
    badge: 'Corporate',
    validUntil: null,
  },
];
