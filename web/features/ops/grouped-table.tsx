import clsx from 'clsx';
import type { ReactNode } from 'react';

/** One column; below 1024 px a row is a card, in which `className` places the cell. */
export interface GroupColumn<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Is read to screen readers only, such as over drawings and buttons. */
  isTitleHidden?: boolean;
  /** Of every cell and the title; a width such as `lg:w-28`. */
  className?: string;
  /** A drawing that stands on the row's hairline. */
  isOnLine?: boolean;
}

/** Rows under one heading. */
export interface RowGroup<Row> {
  title: string;
  /** Right of the title: `12 of 19`. */
  count: string;
  rows: readonly Row[];
}

interface GroupedTableProps<Row> {
  caption: string;
  /** The first one names the row. */
  columns: readonly [GroupColumn<Row>, ...GroupColumn<Row>[]];
  /** Groups without rows are left out. */
  groups: readonly RowGroup<Row>[];
  rowKey: (row: Row) => string;
}

/** A table of the console: groups of rows on hairlines, vehicles standing on them; cards on narrow screens. */
export function GroupedTable<Row>({
  caption,
  columns: [first, ...others],
  groups,
  rowKey,
}: GroupedTableProps<Row>) {
  const columns = [first, ...others];

  return (
    <table className="-mx-4 w-[calc(100%+2rem)] table-fixed border-collapse text-left max-lg:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-12 text-ink-2 max-lg:sr-only">
        <tr className="border-line border-b">
          {columns.map(({ title, isTitleHidden, className }) => (
            <th key={title} scope="col" className={clsx(PAD, 'h-8 font-medium', className)}>
              {isTitleHidden ? <span className="sr-only">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      {groups
        .filter(({ rows }) => rows.length > 0)
        .map(({ title, count, rows }) => (
          <tbody key={title} className="max-lg:block">
            <tr className="border-line border-b max-lg:block">
              <th
                colSpan={columns.length}
                scope="rowgroup"
                className="px-4 pt-6 pb-2.5 font-normal max-lg:block"
              >
                <h2 className="display inline text-22">{title}</h2>{' '}
                <span className="figures ml-1 font-normal text-14 text-ink-2">{count}</span>
              </th>
            </tr>
            {rows.map((row) => (
              <tr key={rowKey(row)} className={ROW}>
                <th scope="row" className={clsx(PAD, CARD_CELL, 'py-2 font-normal', first.className)}>
                  {first.cell(row)}
                </th>
                {others.map(({ title, cell, className, isOnLine }) => (
                  <td key={title} className={clsx(CARD_CELL, isOnLine ? ON_LINE : `${PAD} py-2`, className)}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
    </table>
  );
}

const PAD = 'pr-4 first:pl-4';
const ROW =
  'border-line border-b text-14 lg:h-14 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-4 max-lg:px-4 max-lg:pt-3';
const CARD_CELL = 'max-lg:block max-lg:p-0 max-lg:pb-1';
const ON_LINE = 'align-bottom lg:pr-4 max-lg:self-end max-lg:justify-self-end max-lg:pb-0';
