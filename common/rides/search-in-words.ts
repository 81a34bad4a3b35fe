import { formatTimeWithZone } from '../time.ts';
import { LATE_ACCEPT_MS } from './punctuality.ts';

interface SearchedRide {
  pickup: Date;
  /** Whether anything was paid for it, by card or gift card. */
  isPaid: boolean;
}

/** What becomes of a ride that no driver accepts, for its rider: until when we look, and that nothing stays paid. */
export function searchEndInWords({ pickup, isPaid }: SearchedRide): string {
  const until = formatTimeWithZone(new Date(pickup.getTime() + LATE_ACCEPT_MS));
  const money = isPaid ? 'everything you paid goes back' : 'costs you nothing';
  return `If nobody accepts by ${until}, your ride is cancelled and ${money}.`;
}
