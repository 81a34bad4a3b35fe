import { Copy } from 'lucide-react';
import type { PromoOffer } from '#common/promos/promos-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { type Loaded, useLoaded } from '#web/lib/use-loaded.ts';

/** The current offers (specification section 2, Promotions). */
export function ActiveOffers() {
  const { state, reload } = useLoaded(loadLazily);
  return <OffersShown state={state} onRetry={reload} />;
}

/** Loads a separate chunk, since the first paint does not need the offers. */
const loadLazily = async (signal: AbortSignal) => {
  const { loadOffers } = await import('./load-offers.ts');
  return loadOffers(signal);
};

interface OffersShownProps {
  state: Loaded<readonly PromoOffer[]>;
  onRetry: () => void;
}

/** The offers, or their loading or error state. */
export function OffersShown({ state, onRetry }: OffersShownProps) {
  if (state.phase === 'loading') return <OfferSkeletons />;
  if (state.phase === 'failed') {
    return (
      <FailedState title="The offers could not be loaded" text={messageOf(state.error)} onRetry={onRetry} />
    );
  }
  if (state.value.length === 0) {
    return (
      <EmptyState
        title="No offers right now"
        text="New ones appear here."
        action={<ButtonLink to="/#booking">Book a Ride</ButtonLink>}
      />
    );
  }
  return <OfferList offers={state.value} />;
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

/** Promotions as tickets: the discount above the perforation, the code below. */
const OfferList = ({ offers }: { offers: readonly PromoOffer[] }) => (
  <ul className="grid gap-4 sm:grid-cols-2">
    {offers.map(({ title, discount, code, description, badge, validUntil }) => (
      <li key={code} className="flex flex-col rounded-card border border-line bg-surface">
        <div className="flex-1 p-5 pb-5 sm:p-7 sm:pb-6">
          {badge && (
            <p className="inline-flex h-6 items-center rounded-full border border-gold px-3 text-12 font-medium text-gold-ink">
              {badge}
            </p>
          )}
          <p className="display mt-5 text-56">{discount}</p>
          <h3 className="mt-3 font-medium">{title}</h3>
          <p className="mt-1 text-14 text-ink-2">{description}</p>
          {validUntil && <p className="mt-1 text-14 text-ink-2">Valid until {validUntil}</p>}
        </div>
        <RouteLine size="half" start="none" end="none" />
        <CopyCode code={code} />
      </li>
    ))}
  </ul>
);

/** A promo code and a button that copies it. */
function CopyCode({ code }: { code: string }) {
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      toast.success(`${code} copied`, 'Enter it when you book.');
    } catch {
      toast.error('The code could not be copied', `Type it when you book: ${code}`);
    }
  };

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 py-3 pr-3 pl-5 sm:pl-7">
      <span className="font-semibold tracking-wide">{code}</span>
      <Button variant="quiet" className="text-14!" aria-label={`Copy ${code}`} onClick={handleCopy}>
        <Copy aria-hidden size={16} />
        Copy
      </Button>
    </div>
  );
}
