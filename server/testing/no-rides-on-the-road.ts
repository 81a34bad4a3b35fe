import type { GatewayReads } from '../realtime/gateway.ts';

/** Gateway reads for tests without stored rides, positions or trip viewers. */
export const NO_RIDES_ON_THE_ROAD = {
  findTripKey: async () => null,
  recomposeRideMessage: async () => null,
  takePosition: async () => {},
  forgetRidesUnderWay: () => {},
  forgetAllUnderWay: () => {},
} satisfies Partial<GatewayReads>;
