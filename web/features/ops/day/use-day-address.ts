import { useSearchParams } from 'react-router-dom';
import { dateInVegas, toInstant } from '#common/time.ts';
import { isVehicleId, type VehicleId } from '#common/vehicles/catalogue.ts';
import { useNow } from '#web/lib/use-now.ts';
import { type RideAddress, readRideAddress } from '../ride/ride-address.ts';

/** Hours in sight. */
export const ZOOMS = [6, 12, 24] as const;
export type Zoom = (typeof ZOOMS)[number];

/** What is shown of which day, as the address has it: `?date=&hours=&vehicle=&duty=&ride=`. */
interface DayAddress {
  /** YYYY-MM-DD, today where the address has no real day. */
  date: string;
  hours: Zoom;
  /** Only drivers who can be sent for that kind. */
  vehicle: VehicleId | null;
  /** Only drivers on duty, and those who have a ride. */
  isDutyOnly: boolean;
  /** The ride in the drawer, and what is open of it. */
  opened: RideAddress;
}

/** The page's address, and how to change it. An empty text takes a part out. */
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
