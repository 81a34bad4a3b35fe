import { OfferList } from '#web/components/words/offer-list.tsx';
import { WordPage } from '#web/components/words/word-page.tsx';
import { OFFERS } from '#web/content/offers.ts';
import { promotions } from '#web/content/pages/promotions.ts';

/** Offers and how to use them (specification section 2). */
export const PromotionsPage = () => (
  <WordPage copy={promotions} inserts={{ offers: <OfferList offers={OFFERS} /> }} />
);
