import type { PromoTerms } from '#common/promos/promo.ts';

/** How often a rider may use a promo; null is without end. There is one first ride, though several may wait for their payment. */
export const usesPerRider = ({
  firstRideOnly,
  perRider,
}: Pick<PromoTerms, 'firstRideOnly' | 'perRider'>): number | null => (firstRideOnly ? 1 : perRider);
