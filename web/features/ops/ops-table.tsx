import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Skeleton } from '#web/components/ui/skeleton.tsx';

/** One column of a console table. */
interface OpsColumn<Row> {
  title: string;
  /** The first column is the row's header. Empty cells are hidden on narrow screens. */
  cell: (row: Row) => ReactNode;
  /**
   * Applied to the cells and the title: width and alignment on wide screens (`lg:w-40`), position in the two
   * columns of a narrow row (`max-lg:col-start-2 max-lg:row-start-1`).
   */
  className?: string;
  /** Cell below the rows, such as a sum. */
  foot?: ReactNode;
}

interface OpsTableProps<Row> {
  /** For screen readers. */
  caption: string;
  columns: readonly OpsColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Extra classes of a row, such as to highlight the one whose panel is open. */
  rowClass?: (row: Row) => string | undefined;
}

/** A table of the console. On narrow screens rows become blocks of two columns, a wide and a narrow one. */
export const OpsTable = <Row,>({ caption, columns, rows, rowKey, rowClass }: OpsTableProps<Row>) => (
  <table className="w-full border-collapse text-left text-14 max-lg:block">
    <caption className="sr-only">{caption}</caption>
    <Head columns={columns} />
    <tbody className="max-lg:block">
      {rows.map((row) => (
        <tr key={rowKey(row)} className={clsx(ROW, rowClass?.(row))}>
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
    {columns.some(({ foot }) => foot !== undefined) && (
      <tfoot className="font-semibold max-lg:block">
        <tr className={clsx(ROW, 'border-b-0!')}>
          {columns.map(({ title, className, foot }, index) => {
            const Cell = index === 0 ? 'th' : 'td';
            return (
              <Cell
                key={title}
                {...(index === 0 && { scope: 'row' })}
                className={clsx(CELL, className, 'text-ink!')}
              >
                {foot}
              </Cell>
            );
          })}
        </tr>
      </tfoot>
    )}
  </table>
);

interface OpsTableSkeletonProps {
  /** Such as `Loading people...`. */
  label: string;
  titles: readonly string[];
}

/** Placeholder rows while a table is loading. */
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

const Head = ({ columns }: { columns: readonly Pick<OpsColumn<never>, 'title' | 'className'>[] }) => (
  <thead className="text-12 text-ink-2 max-lg:sr-only">
    <tr>
      {columns.map(({ title, className }) => (
        <th
          key={title}
          scope="col"
          className={clsx('border-line border-b py-2 pr-5 last:pr-0', className, 'font-medium')}
        >
          {title}
        </th>
      ))}
    </tr>
  </thead>
);

const ROW =
  'border-line border-b max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:items-center max-lg:gap-x-4 max-lg:gap-y-1 max-lg:py-3';
const CELL = 'py-2.5 pr-5 align-top font-normal last:pr-0 max-lg:p-0 max-lg:empty:hidden';
