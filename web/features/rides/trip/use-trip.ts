import { useCallback, useEffect, useRef, useState } from 'react';
import { isUnderWay, type RidePosition } from '#common/rides/position.ts';
import { readTrip, type Trip } from '#common/rides/trip-api.ts';
import { isClientError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import type { Connection } from '#web/lib/connection-store.ts';
import { retryWithBackoff } from '#web/lib/retry-with-backoff.ts';
import { receivePositions, receiveTracking } from '../position/position-store.ts';
import type { Waypoints } from '../position/ride-map-view.ts';

/** Callbacks of a trip link's socket. */
export interface TripListener {
  onConnection: (state: Connection) => void;
  /** Events may have been missed. */
  onResync: () => void;
  onTrips: (trips: readonly Trip[]) => void;
  onPositions: (positions: readonly RidePosition[]) => void;
  /** The link was revoked. */
  onEnd: () => void;
}

/** Opens the socket of a trip link. @returns a function that closes it */
export type OpenTripSocket = (token: string, listener: TripListener) => () => void;

/** A shared trip that has loaded. */
export interface ReadyTrip {
  phase: 'ready';
  trip: Trip;
  waypoints: Waypoints;
  /** The key of its positions in the position store. */
  rideId: string | null;
}

/** `gone`: the link was revoked, has expired or never existed. */
export type TripView =
  | { phase: 'loading' }
  | { phase: 'failed'; error: unknown }
  | { phase: 'gone' }
  | ReadyTrip;

interface LiveTrip {
  view: TripView;
  connection: { state: Connection; since: Date };
  reload: () => void;
}

/** Loads a shared trip and keeps it up to date. */
export function useTrip(token: string, openSocket: OpenTripSocket): LiveTrip {
  const [view, setView] = useState<TripView>({ phase: 'loading' });
  const [connection, setConnection] = useState<LiveTrip['connection']>(() => ({
    state: 'connecting',
    since: new Date(),
  }));
  const change = useCallback(
    (next: (known: ReadyTrip) => ReadyTrip) =>
      setView((known) => (known.phase === 'ready' ? next(known) : known)),
    [],
  );

  const retrying = useRef(new AbortController());
  /** Whether the waypoints are read: they are secret until the driver sets off. */
  const hasWaypoints = useRef(false);
  /** Reads the trip, retrying until it succeeds. A later call replaces an earlier one. */
  const load = useCallback(() => {
    retrying.current.abort();
    retrying.current = new AbortController();
    const { signal } = retrying.current;
    retryWithBackoff(async () => {
      try {
        const { trip, tracking } = await call(readTrip, { token });
        if (signal.aborted) return;
        const waypoints = receiveTracking(tracking);
        hasWaypoints.current = isUnderWay(trip);
        const rideId = tracking.position?.rideId ?? null;
        setView((known) => {
          // The link was revoked while this request was in flight.
          if (known.phase === 'gone') return known;
          return known.phase === 'ready'
            ? { ...known, waypoints, rideId: rideId ?? known.rideId, trip: newer(known.trip, trip) }
            : { phase: 'ready', waypoints, rideId, trip };
        });
      } catch (error) {
        if (isClientError(error)) return setView({ phase: 'gone' });
        setView((known) => (known.phase === 'loading' ? { phase: 'failed', error } : known));
        throw error;
      }
    }, signal);
  }, [token]);

  useEffect(() => {
    load();
    const close = openSocket(token, {
      onConnection: (state) =>
        setConnection((known) => (known.state === state ? known : { state, since: new Date() })),
      onResync: load,
      onTrips: ([trip]) => {
        if (!trip) return;
        change((known) => ({ ...known, trip: newer(known.trip, trip) }));
        if (isUnderWay(trip) && !hasWaypoints.current) load();
      },
      onPositions: (positions) => {
        receivePositions(positions);
        const rideId = positions.at(-1)?.rideId;
        if (rideId) change((known) => (known.rideId === rideId ? known : { ...known, rideId }));
      },
      onEnd: () => {
        retrying.current.abort();
        setView({ phase: 'gone' });
      },
    });
    return () => {
      retrying.current.abort();
      close();
    };
  }, [token, openSocket, load, change]);

  return { view, connection, reload: load };
}

const newer = (known: Trip, trip: Trip): Trip => (known.version > trip.version ? known : trip);
