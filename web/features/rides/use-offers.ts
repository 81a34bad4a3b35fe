import { useEffect } from 'react';
import { leaveOffers, loadOffers } from './load-lists.ts';
import { mountList } from './mounted-lists.ts';
import type { OfferBoard } from './offer-board.ts';
import { refillOffers } from './refill-offers.ts';
import { useRideStore } from './ride-store.ts';

/** The open offers, kept right while the component is on screen. */
export function useOffers(): OfferBoard {
  useEffect(() => {
    const unmount = mountList(loadOffers);
    const stopRefilling = refillOffers();
    return () => {
      stopRefilling();
      unmount();
      leaveOffers();
    };
  }, []);

  return useRideStore(({ offers }) => offers);
}
