import type { GatewayReads } from '../realtime/gateway.ts';

/** What a gateway reads where no ride is stored, nobody is on the road, and nobody looks at a shared trip. */
export const NO_RIDES_ON_THE_ROAD = {
  findTripKey: async () => null,
  composeRide: async () => null,
  takePosition: async () => {},
  forgetRidesUnderWay: () => {},
  forgetAllUnderWay: () => {},
} satisfies Partial<GatewayReads>;
