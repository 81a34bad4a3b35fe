import clsx from 'clsx';
import { useId } from 'react';
import { formatMoment } from '#common/format-date-time.ts';
import { formatCents } from '#common/money.ts';
import type { CancellationQuote } from '#common/rides/cancel-api.ts';
import type { CancelsFor } from '#common/rides/ride-money.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { useNow } from '#web/lib/use-now.ts';
import { MoneyList, MoneyTotal } from './money-list.tsx';
import { refundTargets } from './money-rows.ts';

// What cancelling a ride means for its money, depending on who cancels.

/** The cancellation quotes for either party that cancels. */
export type Quotes = Record<CancelsFor, CancellationQuote>;

interface CancelsForFieldProps {
  ride: StaffRide;
  quotes: Quotes;
  by: CancelsFor;
  onChange: (by: CancelsFor) => void;
}

/** Choice of the party that cancels, each with the resulting refund. */
export function CancelsForField({ ride, quotes, by, onChange }: CancelsForFieldProps) {
  const name = useId();
  const now = useNow();
  const choices = [
    { value: 'operations', label: 'We call it off' },
    { value: 'rider', label: 'The rider calls it off' },
  ] as const;
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Who calls it off</legend>
      {choices.map(({ value, label }) => {
        const quote = quotes[value];
        return (
          <label
            key={value}
            className={clsx(
              'flex gap-3 rounded-field border px-4 py-3 has-focus-visible:outline-2 has-focus-visible:outline-gold-ink has-focus-visible:outline-offset-2',
              value === by ? 'border-gold shadow-[0_0_0_1px_var(--gold)]' : 'border-control',
            )}
          >
            <input
              type="radio"
              name={name}
              className="mt-1 size-4 accent-[var(--gold-ink)]"
              checked={value === by}
              onChange={() => onChange(value)}
            />
            <span className="flex-1 leading-snug">
              <span className="block font-medium">{label}</span>
              <span className="block text-14 text-ink-2">{formatFee(quote, ride, now)}</span>
            </span>
            {ride.paymentStatus !== 'flagged' && ride.paymentStatus !== 'on_account' && (
              <span className="figures font-medium">
                {formatCents(quote.toCardCents + quote.toGiftCardCents)}
              </span>
            )}
          </label>
        );
      })}
    </fieldset>
  );
}

/** What was paid or is on account, the fee, and what goes back where. */
export function CancellationSums({ ride, quote }: { ride: StaffRide; quote: CancellationQuote }) {
  const { feeCents, toCardCents, toGiftCardCents } = quote;
  const backCents = toCardCents + toGiftCardCents;
  const isOnAccount = ride.paymentStatus === 'on_account';
  return (
    <>
      <MoneyList
        className="mt-5 mb-3"
        rows={[
          ...(isOnAccount
            ? [
                { label: 'On account', cents: ride.fare.fareCents },
                { label: 'Fee, billed later', cents: feeCents },
              ]
            : [
                { label: 'Paid', cents: backCents + feeCents },
                { label: 'Fee kept', cents: feeCents },
              ]),
          ...refundTargets(ride, { toCardCents, toGiftCardCents }),
        ]}
      />
      {(!isOnAccount || backCents > 0) && <MoneyTotal label="Goes back in all" cents={backCents} />}
    </>
  );
}

/** For a flagged payment, which differs from the one expected: only Stripe knows its amount. */
const ALL_GOES_BACK = 'Everything paid goes back.';

/** What stays on the account, and what goes back of paid charges, if anything. */
const formatAccount = ({ feeCents, toCardCents, toGiftCardCents }: CancellationQuote): string =>
  [
    feeCents > 0 ? `${formatCents(feeCents)} stays on the account.` : 'Nothing stays on the account.',
    toCardCents + toGiftCardCents > 0 && `${formatCents(toCardCents + toGiftCardCents)} goes back.`,
  ]
    .filter(Boolean)
    .join(' ');

/** What became of the money of a cancelled ride. */
export function formatOutcome({ paymentStatus }: StaffRide, quote: CancellationQuote): string {
  if (paymentStatus === 'flagged') return ALL_GOES_BACK;
  if (paymentStatus === 'on_account') return formatAccount(quote);
  return `${formatCents(quote.toCardCents + quote.toGiftCardCents)} goes back.`;
}

/** The fee that is kept, or until when cancelling is free. */
function formatFee(quote: CancellationQuote, ride: StaffRide, now: Date): string {
  const { feeCents, toCardCents, toGiftCardCents, freeUntil } = quote;
  if (ride.paymentStatus === 'pending') return 'Nothing paid yet.';
  if (ride.paymentStatus === 'flagged') return ALL_GOES_BACK;
  const free = freeUntil ? ` Free until ${formatMoment(new Date(freeUntil), now)}.` : '';
  if (ride.paymentStatus === 'on_account') return formatAccount(quote) + free;
  if (feeCents > 0) return `${formatCents(feeCents)} is kept.`;
  if (toCardCents + toGiftCardCents === 0) return 'There is nothing to refund.';
  return `All of it goes back.${free}`;
}
