import clsx from 'clsx';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import {
  findGiftCards,
  type GiftCardSummary,
  MIN_SEARCH_LENGTH,
} from '#common/gift-cards/gift-card-staff-api.ts';
import { formatCents, formatWholeDollars } from '#common/money.ts';
import { Button } from '#web/components/ui/button.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { OpsHeader } from '../ops-header.tsx';
import { SearchField } from '../search-field.tsx';
import { usePages } from '../use-pages.ts';
import { CodesTabs } from './codes-tabs.tsx';
import { type DrawCard, GiftCardDetails } from './gift-card-details.tsx';

/** Gift card search. The search text and the open card are in the URL: `?q=&card=`. */
export function GiftCardScreen({ drawCard }: { drawCard: DrawCard }) {
  const [search, setSearch] = useSearchParams();
  const id = useId();
  const q = search.get('q') ?? '';
  const cardId = search.get('card');
  const [changed, setChanged] = useState<GiftCardSummary | null>(null);

  return (
    <>
      <OpsHeader title="Codes" tabs={<CodesTabs />} />
      <div className="grid gap-x-14 gap-y-6 pt-2 lg:grid-cols-[22.5rem_minmax(0,1fr)]">
        <div className={clsx(cardId && 'max-lg:hidden')}>
          <label htmlFor={id} className="font-medium text-14">
            Find a gift card
          </label>
          <SearchField
            id={id}
            describedBy={`${id}-hint`}
            text={q}
            maxLength={254}
            onSearch={(next) => setSearch(next ? { q: next } : {}, { replace: true })}
            className="mt-1.5"
            inputClass="h-12"
          />
          <p id={`${id}-hint`} className="mt-1.5 text-14 text-ink-2">
            Last four, recipient’s or buyer’s email. A whole code is never shown.
          </p>
          {q.length >= MIN_SEARCH_LENGTH && <Found key={q} q={q} openId={cardId} changed={changed} />}
          {q.length > 0 && q.length < MIN_SEARCH_LENGTH && (
            <p className="mt-6 text-14 text-ink-2">{`Please enter at least ${MIN_SEARCH_LENGTH} characters.`}</p>
          )}
        </div>
        <div className={clsx('min-w-0', !cardId && 'max-lg:hidden')}>
          {cardId && (
            <>
              <Link
                to={{ search: q ? new URLSearchParams({ q }).toString() : '' }}
                className="mb-3 inline-flex min-h-11 items-center gap-1 font-semibold text-14 text-gold-ink hover:underline lg:hidden"
              >
                <ChevronLeft aria-hidden size={18} />
                Cards found
              </Link>
              <GiftCardDetails key={cardId} giftCardId={cardId} drawCard={drawCard} onChanged={setChanged} />
            </>
          )}
        </div>
      </div>
    </>
  );
}

interface FoundProps {
  q: string;
  openId: string | null;
  /** The card that was changed last, in its current state. */
  changed: GiftCardSummary | null;
}

/** The search results, newest purchase first. `q` must not change: use a `key`. */
function Found({ q, openId, changed }: FoundProps) {
  const [read] = useState(() => async (after?: string, signal?: AbortSignal) => {
    const { cards, next } = await call(findGiftCards, { q, ...(after && { after }) }, { signal });
    return { items: cards, next };
  });
  const { state, reload, change, loadMore, isLoadingMore } = usePages(read);

  useEffect(() => {
    if (!changed) return;
    change(({ items, next }) => ({
      items: items.map((card) => (card.id === changed.id ? changed : card)),
      next,
    }));
  }, [changed, change]);

  if (state.phase === 'loading') return <LoadingLine label="Searching..." className="mt-8" />;
  if (state.phase === 'failed') {
    return (
      <div className="mt-6">
        <FailedState title="We couldn’t search" text={messageOf(state.error)} onRetry={reload} />
      </div>
    );
  }
  const { items: cards, next } = state.value;
  if (cards.length === 0) return <NothingFound q={q} />;
  const count = `${cards.length}${next === null ? '' : '+'}`;
  return (
    <>
      <p role="status" className="mt-6 mb-2 text-14 text-ink-2">
        {cards.length === 1 ? '1 card' : `${count} cards`}
      </p>
      <ul className="-mx-4">
        {cards.map((card) => (
          <li key={card.id} className="border-line border-b">
            <FoundCard card={card} q={q} isOpen={card.id === openId} />
          </li>
        ))}
      </ul>
      {next !== null && (
        <Button
          variant="outline"
          className="mt-4 text-14!"
          isPending={isLoadingMore}
          pendingLabel="Loading..."
          onClick={() => loadMore(next)}
        >
          Show more
        </Button>
      )}
    </>
  );
}

function FoundCard({ card, q, isOpen }: { card: GiftCardSummary; q: string; isOpen: boolean }) {
  const { id, last4, amountCents, balanceCents, isVoided } = card;
  return (
    <Link
      to={{ search: new URLSearchParams({ q, card: id }).toString() }}
      replace
      aria-current={isOpen || undefined}
      className={clsx(
        'grid min-h-15 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2.5 text-14 hover:bg-sunken',
        isOpen && 'rounded-field bg-sunken',
      )}
    >
      <span>
        <b className="font-semibold text-16">{last4}</b>{' '}
        <span className="text-ink-2">{formatWholeDollars(amountCents)} card</span>
      </span>
      <span className="figures text-right text-16">{isVoided ? 'Void' : formatCents(balanceCents)}</span>
      <span className="col-span-2 truncate text-ink-2">{addressOf(card, q)}</span>
    </Link>
  );
}

/** The email address that matched the search; the recipient's if the code matched. */
function addressOf({ buyerEmail, recipientEmail }: GiftCardSummary, q: string): string {
  const isBegunBy = (address: string) => address.toLowerCase().startsWith(q.toLowerCase());
  return buyerEmail && isBegunBy(buyerEmail) && !isBegunBy(recipientEmail)
    ? `From ${buyerEmail}`
    : `To ${recipientEmail}`;
}

const NothingFound = ({ q }: { q: string }) => (
  <div role="status" className="mt-10 grid justify-items-center text-center">
    <RouteLine end="hollow" isFading className="mb-5 w-45" />
    <h2 className="display text-28">No card fits</h2>
    <p className="mt-2 text-14 text-ink-2 wrap-anywhere">No paid card ends in or begins with “{q}”.</p>
  </div>
);
