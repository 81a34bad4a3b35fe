import { ContentPage } from '#web/components/content/content-page.tsx';
import { promotions } from '#web/content/pages/promotions.ts';
import { OffersForm } from '#web/features/messages/lead-forms.tsx';
import { ActiveOffers } from '#web/features/promos/promo-offers.tsx';
import { useSender } from '../use-sender.ts';

/** Offers, how to use them, and a subscription to new ones (specification section 2). */
export function PromotionsPage() {
  const sender = useSender();
  return (
    <ContentPage
      copy={promotions}
      inserts={{ offers: <ActiveOffers />, subscribe: <OffersForm sender={sender} /> }}
    />
  );
}
