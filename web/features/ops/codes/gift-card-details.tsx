import { Check, CircleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { readGiftCard, type StaffGiftCard, type VoidRefund } from '#common/gift-cards/gift-card-staff-api.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { formatTime } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { useNow } from '#web/lib/use-now.ts';
import { LedgerTable } from './gift-card-ledger.tsx';
import { SendAgainDialog } from './send-again-dialog.tsx';
import { VoidDialog } from './void-dialog.tsx';

/** Draws a gift card as its recipient sees it. */
export type DrawCard = (card: Pick<StaffGiftCard, 'amountCents' | 'recipientName'>) => ReactNode;

interface GiftCardDetailsProps {
  /** Must not change: use a `key`. */
  giftCardId: string;
  drawCard: DrawCard;
  /** Called with the new state after the card was changed or reloaded. */
  onChanged: (card: StaffGiftCard) => void;
}

/** A gift card: face, balance, buyer, recipient and ledger, with dialogs to send it again and to void it. */
export function GiftCardDetails({ giftCardId, drawCard, onChanged }: GiftCardDetailsProps) {
  const [load] = useState(() => async (signal: AbortSignal) => ({
    card: await call(readGiftCard, { giftCardId }, { signal }),
    checkedAt: serverNow(),
  }));
  const { state, reload, change } = useLoaded(load);
  const [dialog, setDialog] = useState<'send' | 'void' | null>(null);

  if (state.phase === 'loading') return <LoadingLine label="Loading the gift card..." className="mt-8" />;
  if (state.phase === 'failed') {
    return (
      <FailedState title="We couldn’t load the gift card" text={messageOf(state.error)} onRetry={reload} />
    );
  }
  const { card, checkedAt } = state.value;
  const receive = (next: StaffGiftCard) => {
    change(() => ({ card: next, checkedAt: serverNow() }));
    onChanged(next);
  };
  /** Reloads the card after a conflict; the dialog stays open and shows its new state. */
  const renew = async () => receive(await call(readGiftCard, { giftCardId }));
  const props = { card, onChanged: receive, onConflict: renew, onClose: () => setDialog(null) };

  return (
    <section aria-labelledby="gift-card-title">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-[minmax(0,286px)_minmax(0,1fr)]">
        <div className="max-w-72">{drawCard(card)}</div>
        <div>
          <div className="flex flex-wrap items-baseline justify-between gap-x-6">
            <h2 id="gift-card-title" className="display text-28">
              Gift card {card.last4}
            </h2>
            <CardState card={card} />
          </div>
          <Sums card={card} />
        </div>
      </div>
      <Purchase card={card} onSend={() => setDialog('send')} onVoid={() => setDialog('void')} />
      <h3 className="display mt-8 mb-2 text-22">Ledger</h3>
      <LedgerTable entries={card.entries} isGiven={card.isGiven} />
      <Soundness isSound={card.isSound} at={checkedAt} />
      {dialog === 'send' && <SendAgainDialog {...props} />}
      {dialog === 'void' && <VoidDialog {...props} />}
    </section>
  );
}

function CardState({ card: { isVoided, balanceCents, heldCents } }: { card: StaffGiftCard }) {
  if (isVoided) return <StatusDot tone="danger">Void</StatusDot>;
  if (balanceCents > 0) return <StatusDot tone="ok">Active</StatusDot>;
  return heldCents > 0 ? <StatusDot tone="gold">Held</StatusDot> : <StatusDot tone="muted">Spent</StatusDot>;
}

const paidBack = ({ voids }: StaffGiftCard): Cents =>
  voids.reduce((sum, { amountCents }) => sum + amountCents, 0);

function Sums({ card }: { card: StaffGiftCard }) {
  const { amountCents, balanceCents, heldCents } = card;
  const back = paidBack(card);
  const sums: [label: string, cents: Cents][] = [
    ['Balance', balanceCents],
    ['Held', heldCents],
    ['Spent', amountCents - balanceCents - heldCents - back],
    ...(back > 0 ? [[card.isGiven ? 'Taken back' : 'Refunded', back] as [string, Cents]] : []),
  ];
  return (
    <dl className="mt-3 flex flex-wrap gap-x-10 gap-y-3">
      {sums.map(([label, cents]) => (
        <div key={label}>
          <dt className="text-14 text-ink-2">{label}</dt>
          <dd className="figures text-28 leading-tight">{formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PurchaseProps {
  card: StaffGiftCard;
  onSend: () => void;
  onVoid: () => void;
}

function Purchase({ card, onSend, onVoid }: PurchaseProps) {
  const now = useNow();
  const { buyerEmail, paidAt, recipientEmail, isVoided, isGiven, balanceCents, voids } = card;
  const bought = [buyerEmail ?? 'Unknown', paidAt && formatDayTimeWithZone(new Date(paidAt), now)];
  return (
    <dl className="mt-6 border-line border-t text-14">
      {isGiven ? (
        <Fact label="Given by">Marquee, for a late driver</Fact>
      ) : (
        <Fact label="Bought by">{bought.filter(Boolean).join(', ')}</Fact>
      )}
      <Fact
        label="Sent to"
        action={
          !isVoided && (
            <Button variant="quiet" className={`${LINK} text-gold-ink!`} onClick={onSend}>
              Send again
            </Button>
          )
        }
      >
        {recipientEmail}, {formatDelivery(card, now)}
      </Fact>
      {!isVoided && balanceCents > 0 && (
        <Fact
          label="Left"
          action={
            <Button variant="quiet" className={`${LINK} text-danger!`} onClick={onVoid}>
              {isGiven ? 'Void' : 'Void with refund'}
            </Button>
          }
        >
          {formatCents(balanceCents)}
        </Fact>
      )}
      {voids.map((refund) => (
        <Fact key={refund.at} label={isGiven ? 'Taken back' : 'Refunded'}>
          <PaidBack refund={refund} now={now} />
        </Fact>
      ))}
    </dl>
  );
}

const LINK = '-mx-3 min-h-11! px-3! text-14! xl:pointer-fine:min-h-8!';

function formatDelivery({ delivery: { state, at }, isVoided }: StaffGiftCard, now: Date): string {
  if (state === 'waiting' || at === null) return isVoided ? 'won’t be sent' : 'on its way';
  const when = formatDayTimeWithZone(new Date(at), now);
  return state === 'sent' ? when : `refused by the mail server on ${when}`;
}

const REFUND_STATES: Record<VoidRefund['state'], string> = {
  owed: 'on its way to Stripe',
  refunded: 'refunded at Stripe',
  failed: 'failed at Stripe, please refund it another way',
  none: 'which nobody had paid for',
};

const PaidBack = ({ refund: { amountCents, by, at, state }, now }: { refund: VoidRefund; now: Date }) => (
  <>
    <b className="font-semibold">{formatCents(amountCents)}</b>,{' '}
    <span className={state === 'failed' ? 'text-danger' : undefined}>{REFUND_STATES[state]}</span>. Voided by{' '}
    {by}, {formatDayTimeWithZone(new Date(at), now)}
  </>
);

const Fact = ({ label, action, children }: { label: string; action?: ReactNode; children: ReactNode }) => (
  <div className="grid min-h-11 items-center gap-x-4 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:py-2 sm:grid-cols-[5.5rem_minmax(0,1fr)_auto] border-line border-b xl:pointer-fine:min-h-9.5">
    <dt className="text-ink-2 max-sm:col-span-2">{label}</dt>
    <dd className="wrap-anywhere sm:py-1.5">{children}</dd>
    {action && <dd>{action}</dd>}
  </div>
);

const Soundness = ({ isSound, at }: { isSound: boolean; at: Date }) => (
  <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-4 text-14 text-ink-2">
    {isSound
      ? 'The entries add up to the balance.'
      : 'The entries and the balance don’t match. Please stop and tell your engineers.'}
    <span className={`inline-flex items-center gap-2 font-medium ${isSound ? 'text-ok' : 'text-danger'}`}>
      {isSound ? <Check aria-hidden size={16} /> : <CircleAlert aria-hidden size={16} />}
      Checked {formatTime(at)}
    </span>
  </p>
);
