import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { messageOf } from '#web/lib/message-of.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { AlertStrip } from '../alerts/alert-strip.tsx';
import { vehicleMeets } from '../fleet/find-in-fleet.ts';
import { withRow } from '../fleet/load-all-pages.ts';
import { type Fleet, loadFleet } from '../fleet/load-fleet.ts';
import { NoMatch } from '../fleet/no-match.tsx';
import { OPS_CONTROL } from '../ops-control.ts';
import { OpsHeader } from '../ops-header.tsx';
import { OpsTableSkeleton } from '../ops-table.tsx';
import { SearchField } from '../search-field.tsx';
import { CapacitySwitch } from './capacity-switch.tsx';
import { VehiclePanel } from './vehicle-panel.tsx';
import { VehicleStateDialog } from './vehicle-state-dialog.tsx';
import { VEHICLE_TITLES, VehicleTable } from './vehicle-table.tsx';

/** The open panel or dialog. */
type Opened = { kind: 'add' } | { kind: 'edit' | 'move'; vehicle: FleetVehicle };

/**
 * The fleet: adding and editing vehicles, for admins only, and taking them out of service. The search is in
 * the URL.
 */
export function VehiclesScreen({ isAdmin }: { isAdmin: boolean }) {
  const { state, reload, change } = useLoaded(loadFleet);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [params, setParams] = useSearchParams();
  const search = params.get('q') ?? '';
  const setSearch = (text: string) => setParams(text ? { q: text } : {}, { replace: true });
  const [isFolded, setIsFolded] = useState(true);
  const fleet = state.phase === 'loaded' ? state.value : null;

  /** Unfolds the list too, because the vehicle may be anywhere in it now. */
  const receive = (vehicle: FleetVehicle) => {
    change((known) => ({ ...known, vehicles: withRow(known.vehicles, vehicle) }));
    setIsFolded(false);
  };
  const driverNames = new Map(fleet?.drivers.map(({ id, name }) => [id, name]));
  const found = fleet?.vehicles.filter((vehicle) =>
    vehicleMeets(
      vehicle,
      vehicle.driverIds.flatMap((id) => driverNames.get(id) ?? []),
      search,
    ),
  );
  const hasVehicles = fleet !== null && fleet.vehicles.length > 0;
  const close = () => setOpened(null);
  const addButton = (
    <Button className={OPS_CONTROL} onClick={() => setOpened({ kind: 'add' })}>
      <Plus aria-hidden size={18} />
      <span>
        Add <span className="max-sm:sr-only">vehicle</span>
      </span>
    </Button>
  );

  return (
    <>
      <OpsHeader
        title="Vehicles"
        note={hasVehicles && <span role="status">{formatCount(fleet, search ? found : undefined)}</span>}
      >
        {hasVehicles && (
          <>
            <SearchField
              label="Search vehicles"
              placeholder="Plate, name, driver, kind"
              text={search}
              onSearch={setSearch}
            />
            {isAdmin && addButton}
          </>
        )}
      </OpsHeader>
      <AlertStrip kind="vehicle" />
      <CapacitySwitch isAdmin={isAdmin} />
      {state.phase === 'loading' && <OpsTableSkeleton label="Loading vehicles..." titles={VEHICLE_TITLES} />}
      {state.phase === 'failed' && (
        <FailedState title="We couldn't load the vehicles" text={messageOf(state.error)} onRetry={reload} />
      )}
      {fleet?.vehicles.length === 0 && (
        <EmptyState
          title="No vehicles yet"
          text="Add the first one so that rides of its kind can be driven."
          action={isAdmin && addButton}
        />
      )}
      {hasVehicles && found?.length === 0 && (
        <NoMatch title="No vehicle fits" text={search} onClear={() => setSearch('')} />
      )}
      {found && found.length > 0 && (
        <VehicleTable
          vehicles={found}
          driverNames={driverNames}
          onEdit={isAdmin ? (vehicle) => setOpened({ kind: 'edit', vehicle }) : null}
          onMove={(vehicle) => setOpened({ kind: 'move', vehicle })}
          onUnfold={isFolded ? () => setIsFolded(false) : null}
        />
      )}
      {(opened?.kind === 'add' || opened?.kind === 'edit') && (
        <VehiclePanel
          vehicle={opened.kind === 'edit' ? opened.vehicle : null}
          drivers={fleet?.drivers ?? []}
          onReceived={receive}
          onClose={close}
        />
      )}
      {opened?.kind === 'move' && (
        <VehicleStateDialog vehicle={opened.vehicle} onChanged={receive} onClose={close} />
      )}
    </>
  );
}

/** `146 of 150 on the road`; while searching `3 of 150 found`. */
function formatCount({ vehicles }: Fleet, found?: readonly FleetVehicle[]): string {
  if (found) return `${found.length} of ${vehicles.length} found`;
  const onRoad = vehicles.filter(({ state }) => state === 'active').length;
  return `${onRoad} of ${vehicles.length} on the road`;
}
