import clsx from 'clsx';
import type { StaffGiftCard, StaffLedgerEntry } from '#common/gift-cards/gift-card-staff-api.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { formatDay, formatTime } from '#common/time.ts';
import { useNow } from '#web/lib/use-now.ts';

/** Label and color of each kind of ledger entry. */
const KINDS: Record<StaffLedgerEntry['kind'], { label: string; tone?: string }> = {
  issue: { label: 'Issued', tone: 'text-ink font-medium' },
  hold: { label: 'Held', tone: 'text-gold-ink' },
  capture: { label: 'Captured' },
  release: { label: 'Released' },
  refund: { label: 'Refunded', tone: 'text-ok' },
  void: { label: 'Voided', tone: 'text-danger' },
};

/** A card's ledger, oldest first: each day once, and the ride and resulting balance of each entry. */
export function LedgerTable({ entries, isGiven }: Pick<StaffGiftCard, 'entries' | 'isGiven'>) {
  const now = useNow();
  const dayAt = (index: number) => {
    const at = entries[index]?.at;
    return at === undefined ? null : formatDay(new Date(at), now);
  };
  return (
    <table className="w-full border-collapse text-left text-14 max-sm:block">
      <caption className="sr-only">Ledger, oldest first</caption>
      <thead className="text-12 text-ink-2 max-sm:sr-only">
        <tr className="border-line border-b">
          {['Las Vegas time', 'What', 'For', 'Amount', 'Balance'].map((title, index) => (
            <th
              key={title}
              scope="col"
              className={clsx('py-2 pr-4 font-medium last:pr-0', index > 2 && 'text-right')}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {entries.map((entry, index) => {
          const day = dayAt(index);
          const { label, tone = 'text-ink-2' } = KINDS[entry.kind];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever appended
            <tr key={index} className={ROW}>
              <th scope="row" className={`${CELL} w-50 font-normal max-sm:w-auto`}>
                <span className="inline-block w-26">
                  <span className={clsx('text-ink-2', day === dayAt(index - 1) && 'sr-only')}>{day}</span>
                </span>
                <span className="figures font-normal">{formatTime(new Date(entry.at))}</span>
              </th>
              <td className={clsx(CELL, tone, 'max-sm:col-start-2 max-sm:row-start-1 max-sm:text-right')}>
                {label}
              </td>
              <td className={`${CELL} max-sm:col-span-2`}>{purposeOf(entry, isGiven)}</td>
              <td className={`${CELL} figures sm:text-right ${entry.amountCents === 0 ? 'text-ink-2' : ''}`}>
                {signed(entry.amountCents)}
              </td>
              <td className={`${CELL} figures text-right`}>
                <span className="font-normal text-ink-2 sm:sr-only">Balance </span>
                {formatCents(entry.balanceCents)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const ROW =
  'border-line border-b max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:gap-y-0.5 max-sm:py-2.5';
const CELL = 'py-2.5 pr-4 last:pr-0 max-sm:p-0';

const REASONS: Record<string, string> = {
  'completed-for-less': 'completed for less',
  'paid-too-late': 'paid too late',
  'not-accepted': 'nobody accepted it',
};

/** The ride of an entry, and why money was returned. */
function purposeOf({ kind, ride, reason }: StaffLedgerEntry, isGiven: boolean): string {
  if (kind === 'issue') return isGiven ? 'Given' : 'Bought';
  if (kind === 'void') return isGiven ? 'Taken back' : 'Refunded to the buyer';
  const where = ride ? `${nameOf(ride.from)} to ${nameOf(ride.to)}` : 'A ride that was not booked';
  if (kind === 'release') return `${where}, not paid`;
  return reason ? `${where}, ${REASONS[reason] ?? reason.replaceAll('-', ' ')}` : where;
}

/** The name of a place without its address. */
const nameOf = (place: string): string => place.split(',')[0] ?? place;

const signed = (cents: Cents): string =>
  cents > 0 ? `+${formatCents(cents)}` : cents < 0 ? `−${formatCents(-cents)}` : formatCents(0);
