import { useOpsKey } from '../keys/ops-keys.ts';
import type { RideAction } from './ride-address.ts';

/** Keys of what can be done with a ride: in a list with the one they stand on, in its drawer with that one. */
export const RIDE_KEYS = [
  { key: 'A', action: 'assign', label: 'assign', does: 'Assign a driver' },
  { key: 'U', action: 'unassign', label: 'unassign', does: 'Take it from its driver' },
  { key: 'T', action: 'edit', label: 'edit', does: 'Edit it for its rider' },
  { key: 'C', action: 'cancel', label: 'cancel', does: 'Cancel and refund' },
  { key: 'E', action: 'complete', label: 'complete', does: 'Complete it for its driver' },
  { key: 'N', action: 'note', label: 'note', does: 'Write a note' },
] as const satisfies readonly { key: string; action: RideAction; label: string; does: string }[];

const ALL = RIDE_KEYS.map(({ key }) => key.toLowerCase()).join(',');

/** The keys that begin something with a ride, while the component is on screen. */
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
