import type { OwnDriver } from '#common/drivers/driver.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';

/** More vehicle types than this are counted instead of named. */
const MOST_NAMED = 3;

/**
 * Names the driver's vehicles: `your Lux SUV, Party Bus 20 and Lux Sedan`; more than three types as `your 5
 * vehicles`. Null when they serve nothing.
 */
export function formatVehicles({ serves, vehicles }: Pick<OwnDriver, 'serves' | 'vehicles'>): string | null {
  if (serves.length === 0) return null;
  const active = vehicles.filter(({ state }) => state === 'active');
  const kinds = [...new Set(active.map(({ rideType }) => vehicleName(rideType)))];
  if (kinds.length > MOST_NAMED) return `your ${active.length} vehicles`;
  const last = kinds.at(-1);
  return `your ${kinds.length > 1 ? `${kinds.slice(0, -1).join(', ')} and ${last}` : last}`;
}
