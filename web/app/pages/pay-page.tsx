import { useCallback } from 'react';
import { useParams } from 'react-router-dom';
import { type PayLink, readPayLink } from '#common/rides/pay-link-api.ts';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { PayLinkCard } from '#web/features/payments/pay-link.tsx';
import { isClientError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { useLoaded } from '#web/lib/use-loaded.ts';

const TITLES: Readonly<Record<PayLink['state'], string>> = {
  open: 'Your ride',
  confirming: 'Payment received',
  paid: 'Payment Successful',
  gone: 'Nothing to pay',
};

/**
 * The target of a payment link, before and after the hosted checkout. The server keeps the token in the URL
 * out of referrers, caches and logs.
 */
export function PayPage() {
  const { token = '' } = useParams();
  const load = useCallback((signal: AbortSignal) => call(readPayLink, { token }, { signal }), [token]);
  const { state, last, reload } = useLoaded(load);
  const isUnknown = state.phase === 'failed' && isClientError(state.error);
  // Stays on screen while it is read again.
  const link = isUnknown ? null : last;
  const problem = state.phase === 'failed' ? messageOf(state.error) : null;

  return (
    <div className="mx-auto w-full max-w-[440px] px-5 pb-16 sm:px-0 lg:pb-28">
      <PageMeta title="Pay for your ride" />
      <PageHeading size="screen" title={link ? TITLES[link.state] : 'Your ride'} className="mb-6" />
      {state.phase === 'loading' && !link && <LoadingLine label="Looking up your payment..." />}
      {isUnknown && (
        <EmptyState
          title="This link does not work"
          text={messageOf(state.error, 'There is no such payment link.')}
        />
      )}
      {problem !== null && !isUnknown && !link && (
        <FailedState title="We couldn’t look up your payment" text={problem} onRetry={reload} />
      )}
      {link && (
        <PayLinkCard
          token={token}
          link={link}
          isChecking={state.phase === 'loading'}
          problem={problem}
          onCheckAgain={reload}
        />
      )}
    </div>
  );
}
