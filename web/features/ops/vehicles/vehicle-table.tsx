import clsx from 'clsx';
import type { ReactNode } from 'react';
import { capitalize } from '#common/capitalize.ts';
import { findVehicle, vehicleName } from '#common/vehicles/catalogue.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { useMediaQuery } from '#web/lib/use-media-query.ts';
import { useNow } from '#web/lib/use-now.ts';
import { RowVehicle } from '../fleet/row-vehicle.tsx';
import { type GroupColumn, GroupedTable } from '../grouped-table.tsx';
import { PaperMark } from '../papers/paper-mark.tsx';
import { worstPaper } from '../papers/paper-status.ts';
import { VehicleButtons, VehicleMenu } from './vehicle-actions.tsx';

/** Column titles, for the table and its loading skeleton. */
export const VEHICLE_TITLES = ['Vehicle', 'Kind', 'Seats', 'Documents', 'Drivers'] as const;

interface VehicleTableProps {
  vehicles: readonly FleetVehicle[];
  /** Names by driver id. */
  driverNames: ReadonlyMap<string, string>;
  /** Null if the user may not edit vehicles. */
  onEdit: ((vehicle: FleetVehicle) => void) | null;
  onMove: (vehicle: FleetVehicle) => void;
  /** Lists only the first vehicles of each group unless null. */
  onUnfold: (() => void) | null;
}

/** The number of vehicles in a folded group. */
const FOLDED_ROWS = 40;

/**
 * The fleet, on the road and out of service, each sorted by capacity and kind, then by plate. On narrow
 * screens a row says only what tells vehicles apart, and its menu the rest.
 */
export function VehicleTable({ vehicles, driverNames, onEdit, onMove, onUnfold }: VehicleTableProps) {
  const now = useNow();
  const isNarrow = useMediaQuery('(width < 80rem)');
  const [title, kind, seats, papers, drivers] = VEHICLE_TITLES;
  const driversOf = ({ driverIds }: FleetVehicle) => (
    <Drivers names={driverIds.map((id) => driverNames.get(id) ?? 'Unknown')} />
  );
  const driversColumn = { title: drivers, className: 'w-[13%]', cell: driversOf };
  const columns: readonly [GroupColumn<FleetVehicle>, ...GroupColumn<FleetVehicle>[]] = [
    {
      title,
      className: 'xl:w-[19%] max-md:col-span-2 max-xl:pb-1!',
      cell: ({ label, plate }) => <TwoLines first={label} second={plate} isStrong />,
    },
    {
      title: 'Drawing',
      isTitleHidden: true,
      isOnLine: true,
      className:
        'xl:w-30 max-md:row-start-3 max-md:col-start-2 md:max-xl:row-start-1 md:max-xl:row-span-2 md:max-xl:col-start-4',
      cell: (vehicle) => <RowVehicle vehicle={vehicle} />,
    },
    {
      title: isNarrow ? `${kind} and ${drivers.toLowerCase()}` : kind,
      className: 'xl:w-[14%] max-md:row-start-3',
      cell: (vehicle) => (
        <TwoLines
          first={vehicleName(vehicle.rideType)}
          second={isNarrow ? driversOf(vehicle) : formatAlso(vehicle)}
        />
      ),
    },
    {
      title: seats,
      className: 'xl:w-32 max-md:hidden!',
      cell: (vehicle) => <TwoLines first={formatSeats(vehicle)} second={formatLooks(vehicle)} />,
    },
    {
      title: papers,
      className:
        'max-xl:empty:hidden max-md:row-start-2 max-md:col-span-2 max-md:pb-1! md:max-xl:row-start-2 md:max-xl:col-span-3',
      cell: ({ documents }) => {
        const status = worstPaper(documents, now);
        return isNarrow && status.tone === 'fine' ? null : <PaperMark status={status} />;
      },
    },
    ...(isNarrow ? [] : [driversColumn]),
    {
      title: 'Actions',
      isTitleHidden: true,
      className:
        'xl:w-54 xl:text-right max-xl:row-start-1 max-md:row-span-3 max-md:col-start-3 md:max-xl:col-start-5 max-xl:self-center max-xl:-mr-3',
      cell: (vehicle) => {
        const actions = { vehicle, onEdit, onMove };
        return isNarrow ? (
          <VehicleMenu {...actions} details={detailsOf(vehicle, now)} />
        ) : (
          <VehicleButtons {...actions} />
        );
      },
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
      cardClass={CARD}
      fold={onUnfold && { rows: FOLDED_ROWS, onUnfold }}
    />
  );
}

/** On a phone a line with label and plate and one with kind, drivers and drawing; on a tablet columns. */
const CARD =
  'max-md:grid-cols-[minmax(0,1fr)_auto_2.75rem] md:max-xl:grid-cols-[minmax(0,1.3fr)_minmax(0,1.3fr)_minmax(0,1fr)_8rem_2.75rem] max-xl:gap-x-3 max-xl:pt-1.5';

/** A cell with a main text and a secondary one below. */
const TwoLines = ({
  first,
  second,
  isStrong = false,
}: {
  first: string;
  second: ReactNode;
  isStrong?: boolean;
}) => (
  <>
    <span className={clsx('block max-md:mr-1 max-md:inline', isStrong && 'font-medium')}>{first}</span>{' '}
    {second && <span className="block text-12 text-ink-2 max-md:inline">{second}</span>}
  </>
);

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

const detailsOf = (vehicle: FleetVehicle, now: Date): string[] => [
  `${formatSeats(vehicle)}, ${vehicle.paint}, ${vehicle.year}`,
  ...[formatAlso(vehicle) ?? []].flat(),
  worstPaper(vehicle.documents, now).text,
];
