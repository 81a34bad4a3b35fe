import { type ReactNode, useEffect, useRef } from 'react';
import type { PurchaseState } from '#common/gift-cards/gift-card-purchases-api.ts';
import { formatWholeDollars } from '#common/money.ts';
import { firstNameOf } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { GiftCardFace } from './gift-card-face.tsx';
import { usePurchaseProgress } from './purchase-progress.ts';

/** The page after the hosted checkout: polls the purchase and shows its state until it is settled. */
export function PurchaseReturn({ sessionId }: { sessionId: string }) {
  const { progress, askAgain } = usePurchaseProgress(sessionId);
  const checkAgain = (
    <Button variant="outline" onClick={askAgain}>
      Check again
    </Button>
  );

  switch (progress?.step) {
    case undefined:
    case 'processing':
      return (
        <Notice
          title="Preparing your gift card"
          text="The payment is being confirmed. This takes a few seconds."
          isMoving
        />
      );
    case 'late':
      return (
        <Notice
          title="Your gift card is still being delivered"
          text={`This is taking longer than usual. The card goes to ${progress.purchase.recipientEmail} once the payment is confirmed. You can leave this page.`}
          action={checkAgain}
        />
      );
    case 'delivered':
      return <Delivered purchase={progress.purchase} />;
    case 'undelivered':
      return <Undelivered purchase={progress.purchase} action={checkAgain} />;
    case 'expired':
      return (
        <Notice
          title="The checkout has expired"
          text={`The ${formatWholeDollars(progress.purchase.amount * 100)} gift card was not bought, and you were not charged.`}
          action={<ButtonLink to="/gift-cards">Start over</ButtonLink>}
        />
      );
    case 'flagged':
      return (
        <Notice
          title="We are checking your payment"
          text={`It does not match the ${formatWholeDollars(progress.purchase.amount * 100)} gift card, so no card has been sent. If you have a question, write to us with the reference ${progress.purchase.reference}.`}
          action={<ButtonLink to="/contact">Write to us</ButtonLink>}
        />
      );
    case 'unknown':
      return (
        <Notice
          title="Purchase not found"
          text="This address does not match a gift card. If you paid, the receipt in your inbox shows which card it was."
          action={<ButtonLink to="/gift-cards">Gift Cards</ButtonLink>}
        />
      );
    case 'failed':
      return (
        <Notice
          title="We could not look up your gift card"
          text={`${progress.message} Your purchase is not affected.`}
          action={checkAgain}
        />
      );
  }
}

function Delivered({ purchase: { amount, recipientEmail, recipientName } }: { purchase: PurchaseState }) {
  const firstName = firstNameOf(recipientName ?? '');
  return (
    <div className="column grid items-center gap-x-16 gap-y-8 py-11 lg:grid-cols-[1fr_520px] lg:py-18">
      <div className="min-w-0">
        <Title className="lg:text-72">{firstName ? `On its way to ${firstName}` : 'On its way'}</Title>
        <p className="mt-4 max-w-[26em] text-18 wrap-anywhere text-ink-2">
          The card and its code went to {recipientEmail}. A receipt is in your inbox.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink to="/gift-cards">Send another</ButtonLink>
          <ButtonLink to="/" variant="outline">
            Back to home
          </ButtonLink>
        </div>
      </div>
      <GiftCardFace amount={amount} recipient={recipientName} />
    </div>
  );
}

/**
 * Explains how to correct the recipient's address but offers no form for it: people other than the buyer may
 * have this page's URL.
 */
const Undelivered = ({ purchase, action }: { purchase: PurchaseState; action: ReactNode }) => (
  <Notice
    title="We could not deliver your gift card"
    text={`The mail server for ${purchase.recipientEmail} refused it. The card is paid for and safe. Reply to our email with the right address, or write to us with the reference ${purchase.reference}.`}
    action={
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to="/contact">Write to us</ButtonLink>
        {action}
      </div>
    }
  />
);

interface NoticeProps {
  title: string;
  text: string;
  isMoving?: boolean;
  action?: ReactNode;
}

const Notice = ({ title, text, isMoving = false, action }: NoticeProps) => (
  <div className="column grid min-h-[60vh] content-center justify-items-center py-16 text-center">
    <RouteLine
      start={isMoving ? 'none' : 'dot'}
      end={isMoving ? 'none' : 'hollow'}
      isMoving={isMoving}
      isFading={!isMoving}
      className="mb-6 w-full max-w-[300px]"
    />
    <Title>{title}</Title>
    <p className="mt-3 max-w-[26em] text-balance wrap-anywhere text-ink-2">{text}</p>
    {action && <div className="mt-6">{action}</div>}
  </div>
);

/** A headline that takes focus whenever its text changes, so that screen readers read each step. */
function Title({ className = '', children }: { className?: string; children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed title must be read out
  useEffect(() => title.current?.focus(), [children]);
  return (
    <h1 ref={title} tabIndex={-1} className={`display text-40 outline-none ${className}`}>
      {children}
    </h1>
  );
}
