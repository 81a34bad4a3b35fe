import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { StaffDriver } from '#common/drivers/driver.ts';
import { formatAverage } from '#common/rides/rating.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { formatVehicle } from '#common/vehicles/vehicle.ts';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { VehicleAndPlate } from '#web/components/vehicle-and-plate.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { RowVehicle } from '../fleet/row-vehicle.tsx';
import { type GroupColumn, GroupedTable } from '../grouped-table.tsx';
import { PaperMark } from '../papers/paper-mark.tsx';
import { worstPaper } from '../papers/paper-status.ts';
import { RowRing } from '../row-ring.tsx';
import { formatWork, groupOf, papersOf } from './format-driver.ts';
import type { DriverAtWork } from './use-drivers-at-work.ts';

/** Column titles, for the table and its loading skeleton. */
export const DRIVER_TITLES = ['Driver', 'Duty', 'Vehicle', 'Documents', 'Rating', 'This week'] as const;

interface DriverTableProps {
  drivers: readonly DriverAtWork[];
  /** When an event last changed what a driver is doing, in milliseconds, by driver. */
  changedAt: Readonly<Record<string, number>>;
}

/** The approved drivers and what they are doing, grouped by duty: on duty, off duty, suspended. */
export function DriverTable({ drivers, changedAt }: DriverTableProps) {
  const now = useNow();
  const [name, duty, vehicle, papers, rating, week] = DRIVER_TITLES;
  const columns: readonly [GroupColumn<DriverAtWork>, ...GroupColumn<DriverAtWork>[]] = [
    {
      title: name,
      className: 'xl:w-[14%] max-xl:pb-0!',
      cell: ({ driver: { id, name: driver } }) => (
        <>
          <Link
            to={`/ops/drivers/${id}`}
            className="flex min-h-11 items-center font-medium hover:text-gold-ink hover:underline max-xl:-my-1.5 xl:pointer-fine:min-h-8"
          >
            {driver}
          </Link>
          <RowRing changedAt={changedAt[id]} />
        </>
      ),
    },
    {
      title: duty,
      className: 'xl:w-48 max-sm:col-span-2 max-sm:row-start-2 sm:max-xl:col-start-2 sm:max-xl:pt-1!',
      cell: (row) => <Work row={row} now={now} />,
    },
    {
      title: 'Drawing',
      isTitleHidden: true,
      isOnLine: true,
      className: 'xl:w-27 max-xl:order-last',
      cell: ({ driver: { vehicles } }) => vehicles[0] && <RowVehicle vehicle={vehicles[0]} />,
    },
    {
      title: vehicle,
      className: 'xl:w-[34%] max-xl:pb-2.5! max-sm:order-3 sm:max-xl:order-1',
      cell: ({ driver }) => <Vehicles vehicles={driver.vehicles} />,
    },
    {
      title: papers,
      className: 'max-sm:order-2 max-sm:col-span-2 sm:max-xl:order-2',
      cell: ({ driver }) => <Papers driver={driver} now={now} />,
    },
    {
      title: rating,
      className:
        'xl:w-18 xl:text-right max-xl:row-start-1 max-sm:col-start-2 sm:max-xl:col-start-3 max-xl:justify-self-end max-xl:pt-1!',
      cell: (row) => <Rating row={row} />,
    },
    {
      title: week,
      className: 'xl:w-22 xl:text-right max-xl:hidden!',
      cell: ({ figures }) => <span className="figures">{figures?.completedThisWeek}</span>,
    },
  ];
  const byName = drivers.toSorted((one, other) => one.driver.name.localeCompare(other.driver.name));
  const inGroup = (group: string) => byName.filter(({ driver }) => groupOf(driver) === group);
  const onDuty = inGroup('on-duty');
  const offDuty = inGroup('off-duty');
  const suspended = inGroup('suspended');

  return (
    <GroupedTable
      caption="Drivers"
      columns={columns}
      groups={[
        {
          title: 'On duty',
          count: `${onDuty.length} of ${onDuty.length + offDuty.length}`,
          rows: onDuty,
        },
        { title: 'Off duty', count: String(offDuty.length), rows: offDuty },
        { title: 'Suspended', count: String(suspended.length), rows: suspended },
      ]}
      rowKey={({ driver }) => driver.id}
      isDense
    />
  );
}

interface WorkProps {
  row: DriverAtWork;
  now: Date;
}

function Work({ row: { driver, rides }, now }: WorkProps): ReactNode {
  const { tone, text, isIdle } = formatWork(driver, rides, now);
  return (
    <StatusDot tone={tone} isHollow={isIdle}>
      {text}
    </StatusDot>
  );
}

function Vehicles({ vehicles: [first, ...others] }: Pick<StaffDriver, 'vehicles'>): ReactNode {
  if (!first) return <span className="text-warn">No vehicle yet</span>;
  return (
    <span className="block xl:flex xl:items-center xl:gap-3">
      <span className="block xl:w-44 xl:shrink-0">
        <span className="font-medium">{vehicleName(first.rideType)}</span>
        {others.length > 0 && <span className="text-ink-2"> and {others.length} more</span>}
      </span>
      <span className="block text-ink-2 max-xl:text-12">
        <VehicleAndPlate vehicle={formatVehicle(first)} />
      </span>
    </span>
  );
}

/** Says nothing of valid papers on a phone, where each line makes the list longer. */
function Papers({ driver, now }: { driver: StaffDriver; now: Date }): ReactNode {
  const status = worstPaper(papersOf(driver), now);
  return (
    <span className={status.tone === 'fine' ? 'max-sm:hidden' : undefined}>
      <PaperMark status={status} />
    </span>
  );
}

/** The rating; on narrow screens with the rides of this week, which have no column there. */
function Rating({ row: { figures } }: { row: DriverAtWork }): ReactNode {
  if (!figures) return null;
  return (
    <>
      {figures.rating !== null && (
        <span className="figures whitespace-nowrap">
          <Star aria-hidden size={14} className="mr-1 mb-0.5 inline fill-gold text-gold xl:hidden" />
          {formatAverage(figures.rating)}
        </span>
      )}
      <span className="text-ink-2 tabular-nums xl:hidden"> {figures.completedThisWeek} this week</span>
    </>
  );
}
