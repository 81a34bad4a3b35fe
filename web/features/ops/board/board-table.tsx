import './board.css';
import clsx from 'clsx';
import { Fragment, useRef } from 'react';
import type { BoardGroup } from '#common/rides/board.ts';
import type { StaffRole } from '#common/users/user.ts';
import { AlertRow } from './alert-row.tsx';
import { type BoardItem, GROUP_TITLES, itemKey } from './board-items.ts';
import { BoardRow } from './board-row.tsx';
import type { RideRow } from './row-parts.tsx';
import { type DrawnLine, useDrawnLines } from './use-drawn-lines.ts';

interface BoardTableProps {
  items: readonly BoardItem[];
  /** The role of the signed-in user. */
  role: StaffRole;
  isWide: boolean;
  /** The row at the keyboard cursor. */
  cursorId: string | null;
  openId: string | null;
  changedAt: Readonly<Record<string, number>>;
  /** What a row needs besides the ride. */
  rowOf: (item: Extract<BoardItem, { kind: 'ride' }>) => Pick<RideRow, 'alert' | 'driver'>;
  now: Date;
  isDown: boolean;
  onOpen: RideRow['onOpen'];
  onCursor: (rideId: string) => void;
  onMore: (group: BoardGroup) => void;
}

/** The board: one table, with a heading per group. */
export function BoardTable(props: BoardTableProps) {
  const { items, isWide, cursorId } = props;
  const body = useRef<HTMLTableElement>(null);
  const lines = useDrawnLines(items, { isWide, cursorId, table: body });
  const columns = isWide ? WIDTHS.length : 1;

  return (
    <table
      ref={body}
      aria-rowcount={items.length + 1}
      className="-mx-4 w-[calc(100%+2rem)] table-fixed border-collapse text-left"
    >
      <caption className="sr-only">Rides</caption>
      {isWide && (
        <colgroup>
          {WIDTHS.map(({ of, width }) => (
            <col key={of} style={{ width: `${(width / FULL_WIDTH) * 100}%` }} />
          ))}
        </colgroup>
      )}
      <thead className={isWide ? 'text-12 text-ink-2' : 'sr-only'}>
        <tr aria-rowindex={1}>{isWide ? <WideTitles /> : <th scope="col">Ride</th>}</tr>
      </thead>
      {items[0]?.group === 'attention' && (
        <tbody>
          <Gap height={AIR} columns={columns} />
        </tbody>
      )}
      {bodiesOf(lines.drawn).map(({ group, key, drawn }) => (
        <tbody key={key} className={clsx(group === 'attention' && 'attention-card')}>
          {drawn.map(({ item, index, gap }) => (
            <Fragment key={itemKey(item)}>
              <Gap height={gap} columns={columns} />
              <Line {...props} item={item} index={index} columns={columns} measure={lines.measure} />
            </Fragment>
          ))}
        </tbody>
      ))}
      {lines.gapAfter > 0 && (
        <tbody>
          <Gap height={lines.gapAfter} columns={columns} />
        </tbody>
      )}
    </table>
  );
}

/** Space between the column titles and the "Needs attention" card, in pixels. */
const AIR = 12;

/** Column widths in pixels at a window of 1440, including the gap of 12; other windows keep the ratios. */
const WIDTHS = [
  { of: 'pickup', width: 170 },
  { of: 'rider', width: 134 },
  { of: 'from', width: 160 },
  { of: 'line', width: 64 },
  { of: 'to', width: 166 },
  { of: 'drawing', width: 106 },
  { of: 'vehicle', width: 106 },
  { of: 'driver', width: 122 },
  { of: 'status', width: 176 },
  { of: 'fare', width: 92 },
  { of: 'action', width: 112 },
];
const FULL_WIDTH = WIDTHS.reduce((sum, { width }) => sum + width, 0);

const TITLES = [
  { title: 'Pickup', className: 'pl-4' },
  { title: 'Rider' },
  { title: 'From' },
  { title: 'Progress', isHidden: true },
  { title: 'To' },
  { title: 'Vehicle', columns: 2 },
  { title: 'Driver' },
  { title: 'Status, age of offer' },
  { title: 'Fare', className: 'pr-3 text-right' },
  { title: 'Action', isHidden: true },
];

const WideTitles = () =>
  TITLES.map(({ title, columns, isHidden, className }) => (
    <th
      key={title}
      scope="col"
      colSpan={columns}
      className={clsx('sticky top-15 z-10 h-7.5 bg-bg font-medium shadow-[0_1px_0_var(--line)]', className)}
    >
      {isHidden ? <span className="sr-only">{title}</span> : title}
    </th>
  ));

interface LineProps extends BoardTableProps {
  item: BoardItem;
  index: number;
  columns: number;
  measure: (element: HTMLTableRowElement | null) => void;
}

function Line({ item, index, columns, measure, ...props }: LineProps) {
  const position = index + 2;
  if (item.kind === 'ride') {
    const { ride } = item;
    return (
      <BoardRow
        ride={ride}
        {...props.rowOf(item)}
        now={props.now}
        isWide={props.isWide}
        isDown={props.isDown}
        isCursor={props.cursorId === ride.id}
        isOpen={props.openId === ride.id}
        changedAt={props.changedAt[ride.id]}
        position={position}
        index={index}
        onOpen={props.onOpen}
        onCursor={props.onCursor}
        measure={measure}
      />
    );
  }
  if (item.kind === 'alert')
    return (
      <AlertRow
        alert={item.alert}
        role={props.role}
        isWide={props.isWide}
        columns={columns}
        position={position}
      />
    );
  const { group, more } = item;
  return (
    <tr ref={measure} data-index={index} aria-rowindex={position} className="border-line border-b">
      {item.kind === 'heading' ? (
        <th colSpan={columns} scope="rowgroup" className="px-4 pt-5 pb-2.5 text-left font-normal">
          <span className="flex items-baseline justify-between gap-4">
            <span>
              <h2 className="display inline text-22">{GROUP_TITLES[group]}</h2>{' '}
              <span className="figures ml-1.5 font-normal text-14 text-ink-2">{item.count}</span>
            </span>
            {more > 0 && <MoreButton group={group} more={more} onMore={props.onMore} className="-my-2.5" />}
          </span>
        </th>
      ) : (
        <td colSpan={columns} className="px-4 text-center">
          <MoreButton group={group} more={more} onMore={props.onMore} />
        </td>
      )}
    </tr>
  );
}

interface MoreButtonProps {
  group: BoardGroup;
  more: number;
  onMore: (group: BoardGroup) => void;
  className?: string;
}

/** 44 pixels high for touch, without overlapping other rows. */
const MoreButton = ({ group, more, onMore, className }: MoreButtonProps) => (
  <button
    type="button"
    onClick={() => onMore(group)}
    className={clsx('min-h-11 font-semibold text-14 text-gold-ink hover:underline', className)}
  >
    Show {more} more<span className="sr-only"> under {GROUP_TITLES[group]}</span>
  </button>
);

/** Placeholder for the height of lines that are not rendered. */
const Gap = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    <tr aria-hidden>
      <td colSpan={columns} className="p-0" style={{ height }} />
    </tr>
  ) : null;

interface Body {
  group: BoardGroup;
  key: string;
  drawn: DrawnLine[];
}

/** Groups the rendered lines into table bodies. */
function bodiesOf(drawn: readonly DrawnLine[]): Body[] {
  const bodies: Body[] = [];
  for (const line of drawn) {
    const { group } = line.item;
    const last = bodies.at(-1);
    if (last?.group === group) last.drawn.push(line);
    else bodies.push({ group, key: group, drawn: [line] });
  }
  return bodies;
}
