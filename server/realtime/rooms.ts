/** Room names. A client never names a room: its rooms follow from its session. */
export const rooms = {
  rider: (riderId: string) => `rider:${riderId}`,
  driver: (driverId: string) => `driver:${driverId}`,
  offers: (city: string) => `offers:${city}`,
  session: (sessionId: string) => `session:${sessionId}`,
} as const;
