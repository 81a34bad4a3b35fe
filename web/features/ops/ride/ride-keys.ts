import { useOpsKey } from '../keys/ops-keys.ts';
import type { RideAction } from './ride-address.ts';

/** Keyboard shortcuts of ride actions: for the ride at the cursor of a list, or the one in the drawer. */
export const RIDE_KEYS = [
  { key: 'A', action: 'assign', label: 'assign', does: 'Assign a driver' },
  { key: 'U', action: 'unassign', label: 'unassign', does: 'Unassign the driver' },
  { key: 'T', action: 'edit', label: 'edit', does: 'Edit it for the rider' },
  { key: 'C', action: 'cancel', label: 'cancel', does: 'Cancel and refund' },
  { key: 'E', action: 'complete', label: 'complete', does: 'Complete it for the driver' },
  { key: 'N', action: 'note', label: 'note', does: 'Write a note' },
] as const satisfies readonly { key: string; action: RideAction; label: string; does: string }[];

const ALL = RIDE_KEYS.map(({ key }) => key.toLowerCase()).join(',');

/** Registers the shortcuts of `RIDE_KEYS` while the component is mounted. */
export function useRideKeys(act: (action: RideAction) => void, isEnabled = true): void {
  useOpsKey(
    ALL,
    (event) => {
      const pressed = RIDE_KEYS.find(({ key }) => key === event.key.toUpperCase());
      if (pressed) act(pressed.action);
    },
    isEnabled,
  );
}
