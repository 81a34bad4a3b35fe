import clsx from 'clsx';
import { capitalize } from '#common/capitalize.ts';
import { formatDate } from '#common/format-date-time.ts';
import type { StaffPromo } from '#common/promos/promo-staff-api.ts';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { OpsTable } from '../ops-table.tsx';
import { discountOf, promoState, ridesOf } from './format-promo.ts';

/** Titles of the table's columns. */
export const PROMO_COLUMNS = ['Code', 'Takes off', 'For', 'Used', 'Last day', 'State'] as const;

interface PromoTableProps {
  promos: readonly StaffPromo[];
  today: string;
  /** The code whose panel is open. */
  openId: string | null;
  onOpen: (promo: StaffPromo) => void;
}

/** Table of promo codes. */
export function PromoTable({ promos, today, openId, onOpen }: PromoTableProps) {
  const now = useNow();
  const [code, takesOff, what, used, lastDay, state] = PROMO_COLUMNS;
  return (
    <OpsTable
      caption="Promo codes"
      rows={promos}
      rowKey={({ id }) => id}
      columns={[
        {
          title: code,
          cell: (promo) => (
            <button
              type="button"
              aria-current={promo.id === openId || undefined}
              onClick={() => onOpen(promo)}
              className={clsx(
                '-mx-2 inline-flex min-h-11 items-center rounded-item px-2 font-semibold wrap-anywhere hover:bg-sunken xl:pointer-fine:min-h-8',
                promo.id === openId && 'bg-sunken outline-2 outline-gold-ink',
                isOver(promo, today) && 'text-ink-2',
              )}
            >
              {promo.code}
            </button>
          ),
        },
        { title: takesOff, cell: discountOf, className: 'figures font-semibold lg:align-middle' },
        { title: what, cell: conditionsOf, className: 'text-ink-2 lg:align-middle' },
        {
          title: used,
          cell: usesOf,
          className: 'figures lg:align-middle lg:whitespace-nowrap',
        },
        {
          title: lastDay,
          cell: ({ validUntil }) => (validUntil === null ? 'Open' : formatDate(validUntil, now)),
          className: 'text-ink-2 lg:align-middle lg:whitespace-nowrap max-lg:before:content-["Last_day:_"]',
        },
        {
          title: state,
          cell: (promo) => <State promo={promo} today={today} now={now} />,
          className: 'lg:align-middle lg:whitespace-nowrap',
        },
      ]}
    />
  );
}

const isOver = (promo: StaffPromo, today: string): boolean =>
  ['ended', 'used up'].includes(promoState(promo, today));

function conditionsOf(promo: StaffPromo): string {
  const rides = ridesOf(promo);
  const text = promo.perRider === 1 && !promo.firstRideOnly ? `${rides}, once for each rider` : rides;
  return text === 'rides' ? 'All rides' : capitalize(text);
}

/** `12 of 200, 2 held`: all uses, and those of rides not paid yet. */
function usesOf({ uses, totalCap, holds }: StaffPromo): string {
  const count = uses.toLocaleString('en-US');
  const all = totalCap === null ? count : `${count} of ${totalCap.toLocaleString('en-US')}`;
  return `${all}${totalCap === null && uses === 1 ? ' use' : totalCap === null ? ' uses' : ''}${holds > 0 ? `, ${holds} held` : ''}`;
}

function State({ promo, today, now }: { promo: StaffPromo; today: string; now: Date }) {
  const state = promoState(promo, today);
  if (state === 'ended') return <StatusDot tone="muted">Ended</StatusDot>;
  if (state === 'used up') return <StatusDot tone="muted">Used up</StatusDot>;
  if (state === 'to come' && promo.validFrom !== null) {
    return <StatusDot tone="gold">{`From ${formatDate(promo.validFrom, now)}`}</StatusDot>;
  }
  return <StatusDot tone="ok">{promo.validUntil === today ? 'Live, ends today' : 'Live'}</StatusDot>;
}
