import { lazy, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ContentPage } from '#web/components/content/content-page.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { giftCards } from '#web/content/pages/gift-cards.ts';
import { BalanceCheck } from '#web/features/gift-cards/balance-check.tsx';
import { GiftCardShop } from '#web/features/gift-cards/gift-card-shop.tsx';
import { FormDialogButton } from '#web/features/messages/form-dialog-button.tsx';
import { useHydrated } from '#web/lib/hydration.ts';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { useSender } from '../use-sender.ts';

const PurchaseReturn = lazy(() =>
  import('#web/features/gift-cards/purchase-return.tsx').then(({ PurchaseReturn }) => ({
    default: PurchaseReturn,
  })),
);

const BulkOrderForm = lazy(() =>
  import('#web/features/messages/lead-forms.tsx').then(({ BulkOrderForm }) => ({
    default: BulkOrderForm,
  })),
);

/**
 * Gift cards (specification section 2), and at `?purchase={session}` the state of a purchase. The session id
 * moves from the URL to the history state: a reload keeps it, and a copied URL does not contain it.
 */
export function GiftCardsPage() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const returned = new URLSearchParams(search).get('purchase');
  const sessionId = returned ?? purchaseOf(state);

  useEffect(() => {
    if (returned) void navigate('/gift-cards', { replace: true, state: { purchase: returned } });
  }, [returned, navigate]);

  if (isHydrated && sessionId) {
    return (
      <>
        <PageMeta title="Your gift card" />
        <PurchaseReturn key={sessionId} sessionId={sessionId} />
      </>
    );
  }
  return (
    <ContentPage
      copy={giftCards}
      picture={
        <>
          <div className="mt-8 lg:mt-14">
            <GiftCardShop />
          </div>
          <RouteLine className="mt-14 lg:mt-24" />
        </>
      }
      inserts={{ balance: <BalanceCheck />, 'bulk-orders': <BulkOrder /> }}
    />
  );
}

function BulkOrder() {
  const sender = useSender();
  return (
    <div>
      <FormDialogButton
        label="Contact us"
        accessibleLabel="Contact us about bulk orders"
        title="Bulk order"
        description="Five cards or more. We reply within 24 hours."
      >
        {(close) => <BulkOrderForm sender={sender} onSent={close} />}
      </FormDialogButton>
    </div>
  );
}

/** Returns the session id in a history entry's state, whose shape is unknown; null without one. */
function purchaseOf(state: unknown): string | null {
  const isKept = typeof state === 'object' && state !== null && 'purchase' in state;
  return isKept && typeof state.purchase === 'string' ? state.purchase : null;
}
