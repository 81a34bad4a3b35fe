import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { StaffDriver } from '#common/drivers/driver.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { formatVehicle } from '#common/vehicles/vehicle.ts';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { VehicleAndPlate } from '#web/components/vehicle-and-plate.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { RowVehicle } from '../fleet/row-vehicle.tsx';
import { type GroupColumn, GroupedTable } from '../grouped-table.tsx';
import { PaperMark } from '../papers/paper-mark.tsx';
import { worstPaper } from '../papers/paper-status.ts';
import { formatDuty, groupOf, papersOf } from './format-driver.ts';

/** Column titles, for the table and its loading skeleton. */
export const DRIVER_TITLES = ['Driver', 'Duty', 'Vehicle', 'Documents'] as const;

/** The approved drivers, grouped by duty: on duty, off duty, suspended. */
export function DriverTable({ drivers }: { drivers: readonly StaffDriver[] }) {
  const now = useNow();
  const [name, duty, vehicle, papers] = DRIVER_TITLES;
  const columns: readonly [GroupColumn<StaffDriver>, ...GroupColumn<StaffDriver>[]] = [
    {
      title: name,
      className: 'xl:w-[20%] max-sm:col-span-2 max-xl:self-center',
      cell: ({ id, name: driver }) => (
        <Link
          to={`/ops/drivers/${id}`}
          className="flex min-h-11 items-center font-medium hover:text-gold-ink hover:underline"
        >
          {driver}
        </Link>
      ),
    },
    {
      title: duty,
      className: 'xl:w-[20%] max-sm:col-span-2 max-xl:self-center',
      cell: (driver) => <Duty driver={driver} now={now} />,
    },
    {
      title: vehicle,
      className: 'xl:w-[23%] max-xl:order-2 sm:max-xl:col-span-2 max-xl:pb-3!',
      cell: ({ vehicles }) => <Vehicles vehicles={vehicles} />,
    },
    {
      title: 'Drawing',
      isTitleHidden: true,
      isOnLine: true,
      className: 'xl:w-30 max-xl:order-last',
      cell: ({ vehicles: [first] }) => first && <RowVehicle vehicle={first} />,
    },
    {
      title: papers,
      className: 'max-sm:col-span-2 max-xl:order-1 max-xl:self-center',
      cell: (driver) => <PaperMark status={worstPaper(papersOf(driver), now)} />,
    },
  ];
  const byName = drivers.toSorted((one, other) => one.name.localeCompare(other.name));
  const inGroup = (group: string) => byName.filter((driver) => groupOf(driver) === group);
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
      rowKey={({ id }) => id}
    />
  );
}

function Duty({ driver, now }: { driver: StaffDriver; now: Date }): ReactNode {
  const { tone, text } = formatDuty(driver, now);
  return <StatusDot tone={tone}>{text}</StatusDot>;
}

function Vehicles({ vehicles: [first, ...others] }: Pick<StaffDriver, 'vehicles'>): ReactNode {
  if (!first) return <span className="text-warn">No vehicle yet</span>;
  return (
    <>
      <span className="block">
        <span className="font-medium">{vehicleName(first.rideType)}</span>
        {others.length > 0 && <span className="text-ink-2"> and {others.length} more</span>}
      </span>
      <span className="block text-12 text-ink-2">
        <VehicleAndPlate vehicle={formatVehicle(first)} />
      </span>
    </>
  );
}
