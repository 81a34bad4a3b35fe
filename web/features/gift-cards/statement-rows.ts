import type { LedgerKind, Statement } from '#common/gift-cards/gift-cards-api.ts';
import type { Cents } from '#common/money.ts';

/** One line of a statement, in words and cents. The lines add up to the balance. */
export interface StatementRow {
  /** Unique in the statement. */
  key: string;
  label: string;
  at: Date;
  amountCents: Cents;
}

type Entry = Statement['entries'][number];

const WORDS: Record<Exclude<LedgerKind, 'capture'>, (place: string) => string> = {
  issue: () => 'Gift card bought',
  hold: (place) => `Ride${place}`,
  release: (place) => `Given back, ride${place} not taken`,
  refund: (place) => `Refund, ride${place}`,
};

function toRow({ kind, amountCents, at, memo }: Entry, index: number): StatementRow[] {
  // A hold took the money away already; that it became final moves nothing.
  if (kind === 'capture') return [];
  const label = WORDS[kind](memo ? ` to ${memo}` : '');
  return [{ key: `${index}`, label, at: new Date(at), amountCents }];
}

/** What came onto a card and what went off it, and where to, newest first. */
export const statementRows = ({ entries }: Pick<Statement, 'entries'>): StatementRow[] =>
  entries.flatMap(toRow).toSorted((a, b) => b.at.getTime() - a.at.getTime());
