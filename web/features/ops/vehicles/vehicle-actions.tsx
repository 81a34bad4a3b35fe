import { Ellipsis } from 'lucide-react';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Popover } from '#web/components/ui/popover.tsx';
import { OPS_CONTROL } from '../ops-control.ts';

interface VehicleActionsProps {
  vehicle: FleetVehicle;
  /** Null if the user may not edit vehicles. */
  onEdit: ((vehicle: FleetVehicle) => void) | null;
  onMove: (vehicle: FleetVehicle) => void;
}

/**
 * The dialog that takes a vehicle out of service finds its opener by this id to return the focus, because
 * the row moves to another group.
 */
const openerId = ({ id }: FleetVehicle): string => `move-${id}`;

/** What can be done with a vehicle. */
const actionsOf = ({ vehicle, onEdit, onMove }: VehicleActionsProps) => {
  const { plate, state } = vehicle;
  const move = state === 'active' ? 'Out of service' : 'Put back';
  return {
    edit: onEdit && { text: 'Edit', label: `Edit ${plate}`, onClick: () => onEdit(vehicle) },
    move: { text: move, label: `${move}: ${plate}`, onClick: () => onMove(vehicle) },
  };
};

/** Buttons that edit a vehicle, and take it out of service or put it back. */
export function VehicleButtons(props: VehicleActionsProps) {
  const { edit, move } = actionsOf(props);
  return (
    <span className="inline-flex gap-2">
      {edit && (
        <Button
          variant="outline"
          className={`${OPS_CONTROL} px-3!`}
          aria-label={edit.label}
          onClick={edit.onClick}
        >
          {edit.text}
        </Button>
      )}
      <Button
        variant="outline"
        className={`${OPS_CONTROL} px-3!`}
        id={openerId(props.vehicle)}
        aria-label={move.label}
        onClick={move.onClick}
      >
        {move.text}
      </Button>
    </span>
  );
}

interface VehicleMenuProps extends VehicleActionsProps {
  /** What the row has no room for, a line each. */
  details: readonly string[];
}

/** A menu with the same actions, below what a narrow row does not say. */
export function VehicleMenu({ details, ...props }: VehicleMenuProps) {
  const { vehicle } = props;
  const { edit, move } = actionsOf(props);
  return (
    <Popover
      label={`More about ${vehicle.plate}`}
      align="right"
      triggerId={openerId(vehicle)}
      triggerClass="grid size-11 place-items-center rounded-item hover:bg-sunken"
      panelClass="w-64 p-2"
      trigger={<Ellipsis aria-hidden size={18} />}
    >
      <div className="px-3 py-2 text-14 text-ink-2">
        {details.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {[edit, move].map(
        (action) =>
          action && (
            <button
              key={action.text}
              type="button"
              aria-label={action.label}
              onClick={action.onClick}
              className="block min-h-11 w-full rounded-item px-3 text-left text-14 hover:bg-sunken"
            >
              {action.text}
            </button>
          ),
      )}
    </Popover>
  );
}
