import type { Statement } from '#common/gift-cards/gift-cards-api.ts';
import { formatCents } from '#common/money.ts';
import { formatDay, formatTimeWithZone } from '#common/time.ts';
import { type Column, Table } from '#web/components/ui/table.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { type StatementRow, statementRows } from './statement-rows.ts';

/** What is on a gift card, what unfinished checkouts hold of it, and where the rest went. */
export function CardStatement({ statement }: { statement: Statement }) {
  const now = useNow();

  return (
    <div>
      <dl className="grid gap-y-3">
        <div className="flex items-baseline justify-between gap-4">
          <dt className="font-medium">Balance, card ending {statement.last4}</dt>
          <dd className="figures text-28 leading-tight">{formatCents(statement.balanceCents)}</dd>
        </div>
        {statement.holds.map(({ amountCents, until }) => (
          <div key={`${until} ${amountCents}`} className="flex justify-between gap-6 leading-snug">
            <dt className="text-ink-2">
              Held by a checkout that is not finished. It comes back at {formatTimeWithZone(new Date(until))}{' '}
              if nobody pays.
            </dt>
            <dd className="figures shrink-0 font-normal">{formatCents(amountCents)}</dd>
          </div>
        ))}
      </dl>
      <Table
        caption="What this card was used for"
        columns={columns(now)}
        rows={statementRows(statement)}
        rowKey={({ key }) => key}
        className="mt-6"
      />
    </div>
  );
}

const columns = (now: Date): readonly [Column<StatementRow>, ...Column<StatementRow>[]] => [
  { title: 'What', cell: ({ label }) => label },
  { title: 'When', cell: ({ at }) => formatDay(at, now) },
  { title: 'Amount', cell: ({ amountCents }) => formatCents(amountCents), isFigure: true },
];
