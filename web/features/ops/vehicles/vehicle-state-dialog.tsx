import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { setVehicleState } from '#common/vehicles/vehicles-api.ts';
import { call } from '#web/lib/call.ts';
import { OutcomeDialog } from '../outcome-dialog.tsx';

interface VehicleStateDialogProps {
  vehicle: FleetVehicle;
  onChanged: (vehicle: FleetVehicle) => void;
  onClose: () => void;
}

/** Takes a vehicle out of service, naming the rides that then need another, or puts it back. */
export function VehicleStateDialog({ vehicle: asked, onChanged, onClose }: VehicleStateDialogProps) {
  const { id, plate, label, state } = asked;
  const isOnRoad = state === 'active';

  return (
    <OutcomeDialog
      title={isOnRoad ? `Take ${plate} out of service?` : `Put ${plate} back into service?`}
      text={
        isOnRoad
          ? `${label} is offered no more rides. Those accepted with it stay with their drivers and need another vehicle; you see them next.`
          : `${label} is offered rides again at once, as long as its papers are in date.`
      }
      button={isOnRoad ? 'Take out of service' : 'Put back'}
      done={isOnRoad ? `${plate} is out of service` : `${plate} is back`}
      ridesInWords={(count) =>
        count === 1 ? '1 ride needs another vehicle' : `${count} rides need another vehicle`
      }
      act={async () => {
        const { vehicle, rides } = await call(setVehicleState, {
          vehicleId: id,
          state: isOnRoad ? 'out-of-service' : 'active',
        });
        onChanged(vehicle);
        return rides;
      }}
      onClose={onClose}
    />
  );
}
