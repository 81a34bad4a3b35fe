import clsx from 'clsx';
import type { ReactNode } from 'react';

/** One column of a table whose rows are `Row`s. */
export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Amounts: right aligned, in digits of one width. */
  isFigure?: boolean;
}

interface TableProps<Row> {
  /** What the table shows, read before it. */
  caption: string;
  /** The first one names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[];
  /** What tells one row from the others. */
  rowKey: (row: Row) => string;
  className?: string;
}

/** Rates, vehicles, amounts: hairlines, no boxes. Where the page is too narrow it scrolls sideways by itself. */
export function Table<Row>({
  caption,
  columns: [first, ...others],
  rows,
  rowKey,
  className,
}: TableProps<Row>) {
  const columns = [first, ...others];

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className={clsx('overflow-x-auto', className)}>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-14 text-ink-2">
          <tr>
            {columns.map(({ title, isFigure }) => (
              <th key={title} scope="col" className={clsx(CELL, 'font-medium', isFigure && 'text-right')}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              <th scope="row" className={clsx(CELL, 'font-medium')}>
                {first.cell(row)}
              </th>
              {others.map(({ title, cell, isFigure }) => (
                <td key={title} className={clsx(CELL, isFigure && 'figures text-right whitespace-nowrap')}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const CELL = 'border-line border-b py-3.5 pr-6 align-top last:pr-0';
