import { type RidesChannel, setRidesChannel } from '#web/lib/rides-channel.ts';

const refuse = () => Promise.reject(new Error('This test’s gateway does not answer that.'));

/** Connects the page to a gateway with these answers. It refuses all other requests. */
export const openRidesChannel = (answers: Partial<RidesChannel>): void =>
  setRidesChannel({
    watchOffers: refuse,
    unwatchOffers: () => {},
    listRiderRides: refuse,
    listDriverRides: refuse,
    listRecentRiderRides: refuse,
    listRecentDriverRides: refuse,
    ...answers,
  });
