import type { RidePosition, Tracking } from '#common/rides/position.ts';
import { NOW } from './build-ride.ts';

/** Builds the tracking of a ride whose driver is at one place, without an estimate of their arrival. */
export const buildTracking = (rideId: string, position: Partial<RidePosition> = {}): Tracking => ({
  position: {
    rideId,
    lat: 36.115,
    lng: -115.17,
    accuracy: 8,
    heading: null,
    at: NOW.toISOString(),
    arrival: null,
    ...position,
  },
  pickup: null,
  stops: [],
  dropoff: null,
  legs: [],
});
