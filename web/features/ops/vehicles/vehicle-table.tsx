import clsx from 'clsx';
import { capitalize } from '#common/capitalize.ts';
import { findVehicle, vehicleName } from '#common/vehicles/catalogue.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { RowVehicle } from '../fleet/row-vehicle.tsx';
import { type GroupColumn, GroupedTable } from '../grouped-table.tsx';
import { OPS_CONTROL } from '../ops-control.ts';
import { PaperMark } from '../papers/paper-mark.tsx';
import { worstPaper } from '../papers/paper-status.ts';

/** Column titles, for the table and its loading skeleton. */
export const VEHICLE_TITLES = ['Vehicle', 'Kind', 'Seats', 'Documents', 'Drivers'] as const;

interface VehicleTableProps {
  vehicles: readonly FleetVehicle[];
  /** Names by driver id. */
  driverNames: ReadonlyMap<string, string>;
  /** Null if the user may not edit vehicles. */
  onEdit: ((vehicle: FleetVehicle) => void) | null;
  onMove: (vehicle: FleetVehicle) => void;
}

/** The fleet, on the road and out of service, each sorted by capacity and kind, then by plate. */
export function VehicleTable({ vehicles, driverNames, onEdit, onMove }: VehicleTableProps) {
  const now = useNow();
  const [title, kind, seats, papers, drivers] = VEHICLE_TITLES;
  const columns: readonly [GroupColumn<FleetVehicle>, ...GroupColumn<FleetVehicle>[]] = [
    {
      title,
      className: 'xl:w-[19%] max-sm:col-span-2',
      cell: ({ label, plate }) => <TwoLines first={label} second={plate} isStrong />,
    },
    {
      title: 'Drawing',
      isTitleHidden: true,
      isOnLine: true,
      className: 'xl:w-30 max-xl:order-last',
      cell: (vehicle) => <RowVehicle vehicle={vehicle} />,
    },
    {
      title: kind,
      className: 'xl:w-[14%] max-sm:col-span-2',
      cell: (vehicle) => <TwoLines first={vehicleName(vehicle.rideType)} second={formatAlso(vehicle)} />,
    },
    {
      title: seats,
      className: 'xl:w-32 max-sm:col-span-2',
      cell: (vehicle) => <TwoLines first={formatSeats(vehicle)} second={formatLooks(vehicle)} />,
    },
    {
      title: papers,
      className: 'max-sm:col-span-2',
      cell: ({ documents }) => <PaperMark status={worstPaper(documents, now)} />,
    },
    {
      title: drivers,
      className: 'xl:w-[13%] max-sm:col-span-2',
      cell: ({ driverIds }) => <Drivers names={driverIds.map((id) => driverNames.get(id) ?? 'Unknown')} />,
    },
    {
      title: 'Actions',
      isTitleHidden: true,
      className: 'xl:w-54 xl:text-right max-xl:pb-3! max-xl:pt-1 sm:max-xl:col-span-2',
      cell: (vehicle) => <Actions vehicle={vehicle} onEdit={onEdit} onMove={onMove} />,
    },
  ];
  const sorted = vehicles.toSorted(inOrder);
  const onRoad = sorted.filter(({ state }) => state === 'active');
  const out = sorted.filter(({ state }) => state !== 'active');

  return (
    <GroupedTable
      caption="Fleet vehicles"
      columns={columns}
      groups={[
        { title: 'On the road', count: String(onRoad.length), rows: onRoad },
        { title: 'Out of service', count: String(out.length), rows: out },
      ]}
      rowKey={({ id }) => id}
    />
  );
}

/** A cell with a main text and a secondary one below. */
const TwoLines = ({
  first,
  second,
  isStrong = false,
}: {
  first: string;
  second: string | null;
  isStrong?: boolean;
}) => (
  <>
    <span className={clsx('block max-sm:inline', isStrong && 'font-medium')}>{first}</span>
    {second && <span className="block text-12 text-ink-2 max-sm:ml-2 max-sm:inline">{second}</span>}
  </>
);

function Actions({
  vehicle,
  onEdit,
  onMove,
}: Pick<VehicleTableProps, 'onEdit' | 'onMove'> & { vehicle: FleetVehicle }) {
  const { plate, state } = vehicle;
  const move = state === 'active' ? 'Out of service' : 'Put back';
  return (
    <span className="inline-flex gap-2">
      {onEdit && (
        <Button
          variant="outline"
          className={`${OPS_CONTROL} px-3!`}
          aria-label={`Edit ${plate}`}
          onClick={() => onEdit(vehicle)}
        >
          Edit
        </Button>
      )}
      <Button
        variant="outline"
        className={`${OPS_CONTROL} px-3!`}
        // The dialog finds this button by id to return focus, because its row moves to another group.
        id={`move-${vehicle.id}`}
        aria-label={`${move}: ${plate}`}
        onClick={() => onMove(vehicle)}
      >
        {move}
      </Button>
    </span>
  );
}

/** Maximum number of names in a cell. */
const NAMES_SHOWN = 2;

function Drivers({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="text-warn">Nobody yet</span>;
  const rest = names.length - NAMES_SHOWN;
  return (
    <span className="text-ink-2">
      {names.slice(0, NAMES_SHOWN).join(', ')}
      {rest > 0 && ` and ${rest} more`}
    </span>
  );
}

const rank = ({ rideType }: FleetVehicle): number => findVehicle(rideType)?.capacity ?? 0;

const inOrder = (one: FleetVehicle, other: FleetVehicle): number =>
  rank(one) - rank(other) ||
  one.rideType.localeCompare(other.rideType) ||
  one.plate.localeCompare(other.plate);

const formatSeats = ({ seats, wheelchairLift }: FleetVehicle): string =>
  `${seats} ${seats === 1 ? 'seat' : 'seats'}${wheelchairLift ? ', lift' : ''}`;

const formatLooks = ({ paint, year }: FleetVehicle): string => `${capitalize(paint)}, ${year}`;

const formatAlso = ({ alsoServes }: FleetVehicle): string | null =>
  alsoServes.length > 0 ? `Also ${alsoServes.map(vehicleName).join(', ')}` : null;
