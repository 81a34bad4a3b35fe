import { resyncLists } from './mounted-lists.ts';
import { hasRoom } from './offer-board.ts';
import { useRideStore } from './ride-store.ts';

/** Asks for another snapshot whenever a board that could not hold all offers has emptied by half. @returns ends it */
export const refillOffers = (): (() => void) =>
  useRideStore.subscribe((now, before) => {
    if (hasRoom(now.offers) && !hasRoom(before.offers)) resyncLists();
  });
