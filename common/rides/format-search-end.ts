import { formatTimeWithZone } from '../time.ts';
import { LATE_ACCEPT_MS } from './punctuality.ts';

interface SearchedRide {
  pickup: Date;
  /** Whether anything was paid, by card or gift card. */
  isPaid: boolean;
}

/** Describes until when drivers can accept the ride, and that the rider pays nothing if none does. */
export function formatSearchEnd({ pickup, isPaid }: SearchedRide): string {
  const until = formatTimeWithZone(new Date(pickup.getTime() + LATE_ACCEPT_MS));
  const money = isPaid ? 'everything you paid goes back' : 'costs you nothing';
  return `If nobody accepts by ${until}, your ride is cancelled and ${money}.`;
}
