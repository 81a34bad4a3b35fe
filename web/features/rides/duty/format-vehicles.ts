import type { OwnDriver } from '#common/drivers/driver.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';

/** More are counted instead of named. */
const MOST_NAMED = 3;

/**
 * What the requests are for: `your Lux SUV, Party Bus 20 and Lux Sedan`; over three `your 5 vehicles`. Null for
 * nothing.
 */
export function vehiclesInWords({ serves, vehicles }: Pick<OwnDriver, 'serves' | 'vehicles'>): string | null {
  if (serves.length === 0) return null;
  const active = vehicles.filter(({ state }) => state === 'active');
  const kinds = [...new Set(active.map(({ rideType }) => vehicleName(rideType)))];
  if (kinds.length > MOST_NAMED) return `your ${active.length} vehicles`;
  const last = kinds.at(-1);
  return `your ${kinds.length > 1 ? `${kinds.slice(0, -1).join(', ')} and ${last}` : last}`;
}
