import clsx from 'clsx';
import type { ReactNode } from 'react';

/** A column of a table whose rows are `Row`s. */
export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Whether the cells are amounts: right-aligned, tabular digits. */
  isFigure?: boolean;
}

interface TableProps<Row> {
  /** The caption, for screen readers. */
  caption: string;
  /** The first column contains the row headers. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[];
  /** Returns a unique key for a row. */
  rowKey: (row: Row) => string;
  /** Cells never wrap; on a phone each row becomes a block of lines labelled by their columns. */
  isOneLine?: boolean;
  className?: string;
}

/** A table with hairlines. Scrolls horizontally where the page is too narrow. */
export function Table<Row>({
  caption,
  columns: [first, ...others],
  rows,
  rowKey,
  isOneLine = false,
  className,
}: TableProps<Row>) {
  const columns = [first, ...others];

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className={clsx('overflow-x-auto', className)}>
      <table className={clsx('w-full border-collapse text-left', isOneLine && ONE_LINE)}>
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
                <td
                  key={title}
                  data-column={isOneLine ? title : undefined}
                  className={clsx(CELL, isFigure && 'figures text-right whitespace-nowrap')}
                >
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

/** On a phone the head is visually hidden, and each row is a heading with lines below it. */
const ONE_LINE = [
  '[&_:is(th,td)]:whitespace-nowrap',
  'max-sm:[&_thead]:sr-only max-sm:block max-sm:[&_:is(tbody,tr,tbody_th)]:block',
  'max-sm:[&_tr]:border-line max-sm:[&_tr]:border-b max-sm:[&_tr]:py-3.5',
  'max-sm:[&_:is(tbody_th,td)]:border-0 max-sm:[&_:is(tbody_th,td)]:p-0 max-sm:[&_td]:mt-1.5',
  'max-sm:[&_td]:flex max-sm:[&_td]:justify-between max-sm:[&_td]:gap-4',
  'max-sm:[&_td]:before:font-normal max-sm:[&_td]:before:text-ink-2 max-sm:[&_td]:before:content-[attr(data-column)]',
].join(' ');
