import type { Offer } from '#common/rides/ride.ts';

/** The live way to the offers. */
export interface OffersChannel {
  /** Asks to be told of offers from now on, and gives those that are open. */
  watch: () => Promise<Offer[]>;
  /** Asks to be told no more. */
  unwatch: () => void;
}

let channel: OffersChannel | null = null;

/** Set by whoever owns the socket: the channel while it is connected, null while it is not. */
export function setOffersChannel(next: OffersChannel | null): void {
  channel = next;
}

/** The channel, or null while there is none. */
export const offersChannel = (): OffersChannel | null => channel;
