import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Skeleton } from '#web/components/ui/skeleton.tsx';

/** One column of a table of the console. */
export interface OpsColumn<Row> {
  title: string;
  /** The first column names the row. An empty cell takes no room on a phone. */
  cell: (row: Row) => ReactNode;
  /** Of its cells, such as a width. */
  className?: string;
}

interface OpsTableProps<Row> {
  /** For screen readers. */
  caption: string;
  columns: readonly OpsColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** A list of the console: hairlines on the page. Where it is narrow each row becomes a block, its cells below each other. */
export const OpsTable = <Row,>({ caption, columns, rows, rowKey }: OpsTableProps<Row>) => (
  <table className="w-full border-collapse text-left text-14 max-lg:block">
    <caption className="sr-only">{caption}</caption>
    <Head titles={columns.map(({ title }) => title)} />
    <tbody className="max-lg:block">
      {rows.map((row) => (
        <tr key={rowKey(row)} className={ROW}>
          {columns.map(({ title, cell, className }, index) => {
            const Cell = index === 0 ? 'th' : 'td';
            return (
              <Cell key={title} {...(index === 0 && { scope: 'row' })} className={clsx(CELL, className)}>
                {cell(row)}
              </Cell>
            );
          })}
        </tr>
      ))}
    </tbody>
  </table>
);

interface OpsTableSkeletonProps {
  /** Such as `Loading people...`. */
  label: string;
  titles: readonly string[];
}

/** The table while it loads: rows of its shape. */
export const OpsTableSkeleton = ({ label, titles }: OpsTableSkeletonProps) => (
  <div aria-busy>
    <span role="status" className="sr-only">
      {label}
    </span>
    <div aria-hidden>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="flex gap-8 border-line border-b py-4">
          {titles.map((title, column) => (
            <Skeleton
              key={title}
              className={clsx(
                'h-3 rounded-full',
                WIDTHS[(row + column) % WIDTHS.length],
                column > 2 && 'max-lg:hidden',
              )}
            />
          ))}
        </div>
      ))}
    </div>
  </div>
);

const WIDTHS = ['w-28', 'w-40', 'w-24', 'w-32'];

const Head = ({ titles }: { titles: readonly string[] }) => (
  <thead className="text-12 text-ink-2 max-lg:sr-only">
    <tr>
      {titles.map((title) => (
        <th key={title} scope="col" className="border-line border-b py-2 pr-5 font-medium last:pr-0">
          {title}
        </th>
      ))}
    </tr>
  </thead>
);

const ROW = 'border-line border-b max-lg:block max-lg:py-3';
const CELL = 'py-2.5 pr-5 align-top font-normal last:pr-0 max-lg:block max-lg:p-0 max-lg:empty:hidden';
