import clsx from 'clsx';
import { formatCents } from '#common/money.ts';
import { formatBeingChecked } from '#common/statements/being-checked.ts';
import { addSums, type StatementSummary } from '#common/statements/statement.ts';
import { formatDay } from '#common/time.ts';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { OpsTable } from '../ops-table.tsx';
import { formatRideCount, signedCents } from './format-payout.ts';

/** Titles of the table's columns. */
export const STATEMENT_COLUMNS = [
  'Driver',
  'Rides',
  '80% of base',
  'Tips',
  'Changes',
  'Pays',
  'State',
] as const;

interface StatementTableProps {
  caption: string;
  statements: readonly StatementSummary[];
  /** Whether the week is over, so that drivers can be marked as paid. */
  isOver: boolean;
  now: Date;
  /** Ids of the drivers selected to be marked as paid. */
  chosen: readonly string[];
  openId: string | null;
  onChoose: (driverIds: readonly string[]) => void;
  onOpen: (driverId: string) => void;
}

/** Table of a week's drivers, with sums. */
export function StatementTable(props: StatementTableProps) {
  const { caption, statements, isOver, now, chosen, openId, onChoose, onOpen } = props;
  const [driver, rides, share, tips, changes, pays, state] = STATEMENT_COLUMNS;
  const sums = addSums(statements);
  const choose = (driverId: string, isChosen: boolean) =>
    onChoose(isChosen ? [...chosen, driverId] : chosen.filter((id) => id !== driverId));

  return (
    <div className={ON_PAPER}>
      <OpsTable
        caption={caption}
        rows={statements}
        rowKey={({ driverId }) => driverId}
        rowClass={({ driverId }) =>
          driverId === openId
            ? 'bg-sunken shadow-[-12px_0_0_var(--sunken),12px_0_0_var(--sunken)]'
            : undefined
        }
        columns={[
          {
            title: driver,
            cell: (statement) => (
              <span className="flex items-center gap-3">
                {isOver && (
                  <Check
                    statement={statement}
                    isChosen={chosen.includes(statement.driverId)}
                    onChoose={choose}
                  />
                )}
                <button
                  type="button"
                  aria-current={statement.driverId === openId || undefined}
                  onClick={() => onOpen(statement.driverId)}
                  className="-mx-2 inline-flex min-h-11 items-center rounded-item px-2 text-left font-medium wrap-anywhere hover:bg-sunken xl:pointer-fine:min-h-8"
                >
                  {statement.driverName}
                </button>
              </span>
            ),
            foot: `All ${statements.length}`,
            className: 'lg:align-middle',
          },
          {
            title: rides,
            cell: ({ rideCount, underReviewCount }) => (
              <>
                <Count rides={rideCount} />
                {underReviewCount && (
                  <span className="block text-12 text-warn">{formatBeingChecked(underReviewCount)}</span>
                )}
              </>
            ),
            foot: <Count rides={sums.rideCount} />,
            className: `${FIGURE} max-lg:row-start-2 max-lg:text-left max-lg:text-ink-2`,
          },
          {
            title: share,
            cell: ({ shareCents }) => formatCents(shareCents),
            foot: formatCents(sums.shareCents),
            className: `${FIGURE} text-ink-2 max-lg:hidden`,
          },
          {
            title: tips,
            cell: ({ tipCents }) => formatCents(tipCents),
            foot: formatCents(sums.tipCents),
            className: `${FIGURE} text-ink-2 max-lg:hidden`,
          },
          {
            title: changes,
            cell: ({ changeCents }) => (
              <span className={clsx(changeCents < 0 && 'text-warn')}>{formatChange(changeCents)}</span>
            ),
            foot: formatChange(sums.changeCents),
            className: `${FIGURE} text-ink-2 max-lg:hidden`,
          },
          {
            title: pays,
            cell: ({ paysCents }) => formatCents(paysCents),
            foot: <span className="text-16">{formatCents(sums.paysCents)}</span>,
            className: `${FIGURE} max-lg:col-start-2 max-lg:row-start-1`,
          },
          {
            title: state,
            cell: ({ paid }) =>
              paid ? (
                <StatusDot tone="muted">{`Paid ${formatDay(new Date(paid.at), now)}`}</StatusDot>
              ) : (
                <StatusDot tone="warn">{isOver ? 'To pay' : 'So far'}</StatusDot>
              ),
            className:
              'lg:w-40 lg:pl-6 lg:align-middle lg:whitespace-nowrap max-lg:col-start-2 max-lg:row-start-2 max-lg:justify-self-end',
          },
        ]}
      />
    </div>
  );
}

/** Paper is narrower than the `lg` breakpoint, but is printed as a table with its head and all columns. */
const ON_PAPER =
  'print:[&_table]:table! print:[&_thead]:not-sr-only! print:[&_thead]:table-header-group! print:[&_tbody]:table-row-group! print:[&_tfoot]:table-row-group! print:[&_tr]:table-row! print:[&_:is(td,th)]:table-cell! print:[&_:is(td,th)]:py-2! print:[&_:is(td,th)]:pr-4! print:[&_:is(td,th)]:align-middle!';
const FIGURE =
  'figures lg:text-right lg:align-middle lg:whitespace-nowrap print:text-right! print:whitespace-nowrap';

const formatChange = (cents: number): string => (cents === 0 ? '' : signedCents(cents));

/** A number of rides, with its unit where the column titles are hidden. */
const Count = ({ rides }: { rides: number }) => (
  <>
    <span className="max-lg:hidden print:inline">{rides}</span>
    <span className="lg:hidden print:hidden">{formatRideCount(rides)}</span>
  </>
);

interface CheckProps {
  statement: StatementSummary;
  isChosen: boolean;
  onChoose: (driverId: string, isChosen: boolean) => void;
}

/** Only reserves the space if the driver cannot be marked as paid. */
function Check({ statement: { driverId, driverName, paid, paysCents }, isChosen, onChoose }: CheckProps) {
  if (paid || paysCents < 0) return <span className={ROOM} />;
  return (
    <label className={ROOM}>
      <input
        type="checkbox"
        aria-label={`Select ${driverName}`}
        checked={isChosen}
        onChange={({ target }) => onChoose(driverId, target.checked)}
        className="size-4.5 accent-ink"
      />
    </label>
  );
}

const ROOM = '-my-2 -ml-3 grid size-11 shrink-0 place-items-center print:hidden';
