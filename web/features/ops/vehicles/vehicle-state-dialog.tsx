import { useCallback } from 'react';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { listRidesOfVehicle, readVehicle, setVehicleState } from '#common/vehicles/vehicles-api.ts';
import { call } from '#web/lib/call.ts';
import { AffectedRides } from '../affected-rides.tsx';
import { OutcomeDialog } from '../outcome-dialog.tsx';

interface VehicleStateDialogProps {
  vehicle: FleetVehicle;
  onChanged: (vehicle: FleetVehicle) => void;
  onClose: () => void;
}

const formatRides = (count: number): string =>
  count === 1 ? '1 ride needs another vehicle' : `${count} rides need another vehicle`;

/** Takes a vehicle out of service, listing the rides that then need another one, or puts it back. */
export function VehicleStateDialog({ vehicle: asked, onChanged, onClose }: VehicleStateDialogProps) {
  const { id, plate, label, state } = asked;
  const isOnRoad = state === 'active';
  const load = useCallback(
    (signal: AbortSignal) => call(listRidesOfVehicle, { vehicleId: id }, { signal }),
    [id],
  );

  const showNewest = () =>
    call(readVehicle, { vehicleId: id }).then(
      ({ vehicle }) => onChanged(vehicle),
      () => {},
    );

  return (
    <OutcomeDialog
      title={isOnRoad ? `Take ${plate} out of service?` : `Put ${plate} back into service?`}
      text={
        isOnRoad
          ? `${label} gets no more offers. Rides accepted with it stay with their drivers and need another vehicle.`
          : `${label} is offered rides again at once, as long as its documents are current.`
      }
      button={isOnRoad ? 'Take out of service' : 'Put back'}
      done={isOnRoad ? `${plate} is out of service` : `${plate} is back`}
      formatRides={formatRides}
      onUnsure={() => void showNewest()}
      act={async () => {
        const { vehicle, rides } = await call(setVehicleState, {
          vehicleId: id,
          state: isOnRoad ? 'out-of-service' : 'active',
        });
        onChanged(vehicle);
        return rides;
      }}
      onClose={onClose}
    >
      {isOnRoad && <AffectedRides load={load} formatCount={formatRides} />}
    </OutcomeDialog>
  );
}
