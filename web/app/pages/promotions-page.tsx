import { OfferList } from '#web/components/words/offer-list.tsx';
import { WordPage } from '#web/components/words/word-page.tsx';
import { OFFERS } from '#web/content/offers.ts';
import { promotions } from '#web/content/pages/promotions.ts';
import { OffersForm } from '#web/features/messages/offers-form.tsx';
import { useSender } from '../use-sender.ts';

/** Offers, how to use them, and how to hear of new ones (specification section 2). */
export function PromotionsPage() {
  const sender = useSender();
  return (
    <WordPage
      copy={promotions}
      inserts={{ offers: <OfferList offers={OFFERS} />, subscribe: <OffersForm sender={sender} /> }}
    />
  );
}
