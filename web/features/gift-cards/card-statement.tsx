import {
  type LedgerKind,
  readGiftCardBalance,
  type Statement,
} from '#common/gift-cards/gift-card-codes-api.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { formatDay, formatTimeWithZone } from '#common/time.ts';
import { type Column, Table } from '#web/components/ui/table.tsx';
import { call } from '#web/lib/call.ts';
import { useNow } from '#web/lib/use-now.ts';

/** A gift card's balance, the amounts held by unfinished checkouts, and its transactions. */
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
              Held by an unfinished checkout. It is released at {formatTimeWithZone(new Date(until))} if it is
              not paid.
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

/** One line of a statement. The amounts of all lines add up to the balance. */
interface StatementRow {
  /** Unique within the statement. */
  key: string;
  label: string;
  at: Date;
  amountCents: Cents;
}

type Entry = Statement['entries'][number];

const LABELS: Record<Exclude<LedgerKind, 'capture'>, (place: string) => string> = {
  issue: () => 'Gift card bought',
  hold: (place) => `Ride${place}`,
  release: (place) => `Returned, ride${place} not taken`,
  refund: (place) => `Refund, ride${place}`,
  void: () => 'Cancelled, refunded to its buyer',
};

function toRow({ kind, amountCents, at, memo }: Entry, index: number): StatementRow[] {
  // The hold already took the amount; capturing it moves nothing.
  if (kind === 'capture') return [];
  const label = LABELS[kind](memo ? ` to ${memo}` : '');
  return [{ key: `${index}`, label, at: new Date(at), amountCents }];
}

/** The transactions of a card, newest first. Of two with the same time, the later entry is first. */
export const statementRows = ({ entries }: Pick<Statement, 'entries'>): StatementRow[] =>
  entries
    .flatMap(toRow)
    .toReversed()
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());

/**
 * Fetches a card's statement. The code is sent in the request body.
 *
 * @throws ApiError
 */
export const fetchBalance = (code: string): Promise<Statement> => call(readGiftCardBalance, { code });
