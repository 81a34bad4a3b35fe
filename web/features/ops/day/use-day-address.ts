import { useSearchParams } from 'react-router-dom';
import { dateInVegas, toInstant } from '#common/time.ts';
import { isVehicleId, type VehicleId } from '#common/vehicles/catalogue.ts';
import { useNow } from '#web/lib/use-now.ts';
import { type RideAddress, readRideAddress } from '../ride/ride-address.ts';

/** Selectable numbers of visible hours. */
export const ZOOMS = [6, 12, 24] as const;
export type Zoom = (typeof ZOOMS)[number];

/** The state of the page as stored in the URL: `?date=&hours=&vehicle=&duty=&ride=`. */
interface DayAddress {
  /** YYYY-MM-DD; today if the URL has no valid date. */
  date: string;
  hours: Zoom;
  /** Shows only drivers who can serve this kind of vehicle. */
  vehicle: VehicleId | null;
  /** Shows only drivers on duty, and those with a ride. */
  isDutyOnly: boolean;
  /** The ride in the drawer, and its open action. */
  opened: RideAddress;
}

/** Reads the page's state from the URL, and changes it. An empty value removes a parameter. */
export function useDayAddress(): [
  DayAddress,
  (change: Partial<Record<'date' | 'hours' | 'vehicle' | 'duty' | 'ride' | 'do', string>>) => void,
] {
  const [search, setSearch] = useSearchParams();
  const today = dateInVegas(useNow());
  const date = search.get('date') ?? '';
  const vehicle = search.get('vehicle') ?? '';

  return [
    {
      date: toInstant(date, '00:00') ? date : today,
      hours: ZOOMS.find((zoom) => `${zoom}` === search.get('hours')) ?? 12,
      vehicle: isVehicleId(vehicle) ? vehicle : null,
      isDutyOnly: search.get('duty') === 'on',
      opened: readRideAddress(search),
    },
    (change) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
  ];
}
