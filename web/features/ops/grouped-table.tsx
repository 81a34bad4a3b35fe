import clsx from 'clsx';
import type { MouseEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';

/** One column. Below 1280 px each row is a card, and `className` positions the cell in it. */
export interface GroupColumn<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Shown to screen readers only, such as for drawings and buttons. */
  isTitleHidden?: boolean;
  /** Applied to the title and every cell; may set a width such as `xl:w-28`. */
  className?: string;
  /** Whether the cell is a drawing on the row's bottom border. */
  isOnLine?: boolean;
}

/** Rows under one heading. */
interface RowGroup<Row> {
  title: string;
  /** Shown beside the title: `12 of 19`. */
  count: string;
  rows: readonly Row[];
}

interface GroupedTableProps<Row> {
  caption: string;
  /** The first column is the row's header. */
  columns: readonly [GroupColumn<Row>, ...GroupColumn<Row>[]];
  /** Groups without rows are omitted. */
  groups: readonly RowGroup<Row>[];
  rowKey: (row: Row) => string;
  /** Rows of one line, 40 px high on wide screens, instead of two. */
  isDense?: boolean;
  /** Columns, gaps and upper padding of a card. The default is two columns, and three on a tablet. */
  cardClass?: string;
  /** Lists only so many rows of each group, with a button below that calls `onUnfold`. */
  fold?: Fold | null;
}

interface Fold {
  rows: number;
  onUnfold: () => void;
}

/** A table with grouped rows, and vehicles drawn on the row borders. Rows are cards on narrow screens. */
export function GroupedTable<Row>({
  caption,
  columns: [first, ...others],
  groups,
  rowKey,
  isDense = false,
  cardClass = CARD,
  fold = null,
}: GroupedTableProps<Row>) {
  const columns = [first, ...others];
  const textCell = clsx(PAD, CARD_CELL, isDense ? 'py-2 xl:py-1' : 'py-2');

  return (
    <table className="-mx-4 w-[calc(100%+2rem)] table-fixed border-collapse text-left max-xl:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-12 text-ink-2 max-xl:sr-only">
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
          <tbody key={title} className="max-xl:block">
            <tr className="border-line border-b max-xl:block">
              <th
                colSpan={columns.length}
                scope="rowgroup"
                className="px-4 pt-6 pb-2.5 font-normal max-xl:block"
              >
                <h2 className="display inline text-22">{title}</h2>{' '}
                <span className="figures ml-1 font-normal text-14 text-ink-2">{count}</span>
              </th>
            </tr>
            {rows.slice(0, fold?.rows).map((row) => (
              <tr key={rowKey(row)} className={clsx(ROW, cardClass, isDense ? 'xl:h-10' : 'xl:h-14')}>
                <th scope="row" className={clsx(textCell, 'font-normal', first.className)}>
                  {first.cell(row)}
                </th>
                {others.map(({ title, cell, className, isOnLine }) => (
                  <td key={title} className={clsx(isOnLine ? [CARD_CELL, ON_LINE] : textCell, className)}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
            {fold && rows.length > fold.rows && (
              <tr className="max-xl:block">
                <td colSpan={columns.length} className="px-4 text-center max-xl:block">
                  <UnfoldButton title={title} more={rows.length - fold.rows} onUnfold={fold.onUnfold} />
                </td>
              </tr>
            )}
          </tbody>
        ))}
    </table>
  );
}

interface UnfoldButtonProps extends Pick<Fold, 'onUnfold'> {
  title: string;
  more: number;
}

/** Moves the focus to the first row that it shows, because it is gone then. */
function UnfoldButton({ title, more, onUnfold }: UnfoldButtonProps) {
  const unfold = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const lastShown = currentTarget.closest('tr')?.previousElementSibling;
    flushSync(onUnfold);
    lastShown?.nextElementSibling?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  };
  return (
    <button
      type="button"
      onClick={unfold}
      className="min-h-11 font-semibold text-14 text-gold-ink hover:underline"
    >
      Show {more} more <span className="sr-only">under {title}</span>
    </button>
  );
}

const PAD = 'xl:pr-4 xl:first:pl-4';
const ROW = 'relative border-line border-b text-14 max-xl:grid max-xl:px-4';
const CARD = 'max-xl:grid-cols-[minmax(0,1fr)_auto] sm:max-xl:grid-cols-3 max-xl:gap-x-4 max-xl:pt-3';
const CARD_CELL = 'max-xl:block max-xl:p-0 max-xl:pb-1.5';
const ON_LINE = 'align-bottom xl:pr-4 max-xl:self-end max-xl:justify-self-end max-xl:pb-0!';
