import { OffersShown } from './offers-shown.tsx';
import { usePromoOffers } from './use-promo-offers.ts';

/** The offers that hold today, from the server (specification section 2, Promotions). */
export function ActiveOffers() {
  const { state, retry } = usePromoOffers();
  return <OffersShown state={state} onRetry={retry} />;
}
