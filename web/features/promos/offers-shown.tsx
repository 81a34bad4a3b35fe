import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { OfferList } from '#web/components/words/offer-list.tsx';
import { type PromoOffers, usePromoOffers } from './use-promo-offers.ts';

/** The offers in each state they can be in. */
export function OffersShown({ state, onRetry }: { state: PromoOffers; onRetry: () => void }) {
  if (state.phase === 'loading') return <OfferSkeletons />;
  if (state.phase === 'failed') {
    return <FailedState title="The offers could not be loaded" text={state.message} onRetry={onRetry} />;
  }
  if (state.offers.length === 0) {
    return (
      <EmptyState
        title="No offers right now"
        text="New ones appear here, and in the mail if you subscribe below."
        action={<ButtonLink to="/#booking">Book a Ride</ButtonLink>}
      />
    );
  }
  return <OfferList offers={state.offers} />;
}

const OfferSkeletons = () => (
  <div aria-busy="true" className="grid gap-4 sm:grid-cols-2">
    <p className="sr-only">Loading offers...</p>
    {['first', 'second', 'third', 'fourth'].map((key) => (
      <div key={key} className="rounded-card border border-line bg-surface">
        <div className="p-5 sm:p-7">
          <Skeleton className="h-6 w-24" />
          <Skeleton className="mt-5 h-15 w-36" />
          <Skeleton className="mt-3 h-6 w-28" />
          <Skeleton className="mt-1 h-5 w-48" />
        </div>
        <div className="border-line border-t px-5 py-5 sm:px-7">
          <Skeleton className="h-7 w-32" />
        </div>
      </div>
    ))}
  </div>
);

/** The offers that hold today, from the server (specification section 2, Promotions). */
export function ActiveOffers() {
  const { state, retry } = usePromoOffers();
  return <OffersShown state={state} onRetry={retry} />;
}
