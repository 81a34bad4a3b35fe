import type { Candidate } from '#common/rides/dispatch-api.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';

/** The dispatcher who acts. */
export const DANA = { role: 'dispatcher', id: 'b'.repeat(24), name: 'Dana Reyes', address: null } as const;

/** Builds a ride as it is right after staff assigned it to a driver. */
export function buildAssigned(
  ride: StaffRide,
  { driverId, name }: Pick<Candidate, 'driverId' | 'name'>,
): StaffRide {
  const version = ride.version + 1;
  const assigned = { driverId, name, vehicleId: null, vehicle: null };
  return {
    ...ride,
    version,
    status: 'accepted',
    driverId,
    driver: { firstName: name.replace(/ .*/, ''), vehicle: 'Black Suburban' },
    history: [...ride.history, { change: 'accepted', at: ride.createdAt, version, by: DANA, assigned }],
  };
}

/** Builds a ride as it is after a colleague added a note to it. */
export function buildNoted(ride: StaffRide): StaffRide {
  const version = ride.version + 1;
  const by = { ...DANA, id: 'c'.repeat(24), name: 'Kim Doe' };
  const note = { change: 'noted' as const, at: ride.createdAt, version, by, text: 'Gate code 12' };
  return { ...ride, version, history: [...ride.history, note] };
}
