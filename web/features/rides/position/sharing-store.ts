import { create } from 'zustand';
import { POSITION_EVERY_MS, type SentPosition } from '#common/rides/position.ts';
import { planSimulatedDrive } from '#common/rides/position-api.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import type { RideStatus } from '#common/rides/ride-states.ts';
import { readStored, removeStored, writeStored } from '#web/lib/browser-storage.ts';
import { call } from '#web/lib/call.ts';
import { sendPosition } from '#web/lib/position-channel.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { type DriveSpeed, metersDriven, pointAlong } from './simulate-drive.ts';

/** Whether this page sends the driver's position. `blocked`: the browser denies access. */
export type SharingState = 'off' | 'shared' | 'stopped' | 'blocked' | 'simulated';

interface Sharing {
  state: SharingState;
  /** The ride for which the position is shared. */
  rideId: string | null;
  /** When sharing began; null while off. */
  startedAt: Date | null;
  /** When the last position was sent; null before the first. */
  lastAt: Date | null;
  /** Speed of a simulated drive. */
  speed: DriveSpeed;
  isPaused: boolean;
}

const initial: Sharing = {
  state: 'off',
  rideId: null,
  startedAt: null,
  lastAt: null,
  speed: 8,
  isPaused: false,
};

/** Not tied to a component: sharing continues until the ride is over or the driver stops it. */
export const useSharingStore = create<Sharing>(() => initial);

const { setState, getState } = useSharingStore;

/** Stops the current sender. */
let stopSending = () => {};

/** Stops the current sender, and cancels a simulated drive that is still being planned. */
function endSending(): void {
  stopSending();
  stopSending = () => {};
}

/**
 * How often the position is requested again without an update, in milliseconds, so that a stationary car does
 * not become stale.
 */
const AGAIN_MS = 10_000;

const AGREED = 'position-agreed';
const STOPPED = 'position-stopped';

/** Whether this driver was the last to agree to sharing in this browser. They then need no primer. */
export const hasAgreed = (driverId: string): boolean => readStored(AGREED) === driverId;

/**
 * Resumes the driver's last choice for a ride: stopped if they stopped it, else shared if they have agreed
 * before.
 */
export function resumeForRide(rideId: string, driverId: string): void {
  if (readStored(STOPPED) === rideId) stopForRide(rideId);
  else if (hasAgreed(driverId)) shareForRide(rideId, driverId);
}

/** Sends a position, and records when. @returns whether it was sent */
function send(position: SentPosition): boolean {
  const isSent = sendPosition(position);
  if (isSent) setState({ lastAt: serverNow() });
  return isSent;
}

/** Starts sending this device's position. The browser requests permission if needed. */
export function shareForRide(rideId: string, driverId: string): void {
  stopSending();
  writeStored(AGREED, driverId);
  if (readStored(STOPPED) === rideId) removeStored(STOPPED);
  setState({ ...initial, state: 'shared', rideId, startedAt: serverNow() });
  if (!('geolocation' in navigator)) {
    setState({ state: 'blocked' });
    return;
  }
  let lastSentAt = Number.NEGATIVE_INFINITY;
  // The browser may still deliver a position after the driver has stopped.
  let isOver = false;
  const handleFix = ({ coords }: GeolocationPosition) => {
    if (isOver) return;
    if (performance.now() - lastSentAt < POSITION_EVERY_MS) return;
    const { latitude: lat, longitude: lng, accuracy, heading: angle } = coords;
    const heading = angle === null || Number.isNaN(angle) ? null : angle;
    if (send({ lat, lng, accuracy, heading })) lastSentAt = performance.now();
  };
  const handleError = ({ code, PERMISSION_DENIED }: GeolocationPositionError) => {
    if (isOver || code !== PERMISSION_DENIED) return;
    stopSending();
    setState({ state: 'blocked' });
  };
  const options = { enableHighAccuracy: true, maximumAge: 1_000 };
  const watch = navigator.geolocation.watchPosition(handleFix, handleError, options);
  const timer = setInterval(
    () => navigator.geolocation.getCurrentPosition(handleFix, handleError, { ...options, timeout: AGAIN_MS }),
    AGAIN_MS,
  );
  stopSending = () => {
    isOver = true;
    navigator.geolocation.clearWatch(watch);
    clearInterval(timer);
  };
}

/** Stops sharing for this ride, also in other tabs and after a reload. */
export function stopForRide(rideId: string): void {
  endSending();
  writeStored(STOPPED, rideId);
  setState({ ...initial, state: 'stopped', rideId });
}

/** Ends sharing when the ride is over or another driver's, or the driver has signed out. */
export function endSharing(): void {
  endSending();
  setState(initial, true);
}

/** Applies the driver's choice in another tab to this one. */
function followOtherTab({ key, oldValue, newValue }: StorageEvent): void {
  const { state, rideId } = getState();
  if (key !== STOPPED || rideId === null) return;
  if (newValue === rideId && state !== 'stopped') stopForRide(rideId);
  // Sharing was resumed in the other tab. Reset, so that `useSharing` resumes it here.
  if (oldValue === rideId && newValue === null && state === 'stopped') endSharing();
}

// At module level, since sharing is not tied to a component. Prerendering has no `addEventListener`.
globalThis.addEventListener?.('storage', followOtherTab);

export const setDriveSpeed = (speed: DriveSpeed): void => setState({ speed });
export const setDrivePaused = (isPaused: boolean): void => setState({ isPaused });

/**
 * Simulates a drive in the demo, to the pickup and, once the ride has started, to the drop-off, and sends
 * positions as a phone would. Does nothing when, by the time the plan has loaded, the driver has signed out,
 * stopped or restarted sharing, or the ride is over.
 *
 * @param readRide returns the current ride
 * @throws ApiError
 */
export async function simulateDrive(rideId: string, readRide: () => DriverRide | undefined): Promise<void> {
  const before = stopSending;
  const plan = await call(planSimulatedDrive, { rideId });
  if (stopSending !== before || !isOnTheRoad(readRide()?.status)) return;
  stopSending();
  setState({ ...initial, state: 'simulated', rideId });
  let [leg, meters] = ['', 0];
  const drive = () => {
    const status = readRide()?.status;
    if (!isOnTheRoad(status)) return;
    if (leg !== status) [leg, meters] = [status, 0];
    const { speed, isPaused } = getState();
    const path = status === 'accepted' ? plan.toPickup : plan.toDropoff;
    const point = pointAlong(path, meters);
    send({ ...point, accuracy: 8 });
    if (!isPaused) meters += metersDriven(POSITION_EVERY_MS, speed);
  };
  drive();
  const timer = setInterval(drive, POSITION_EVERY_MS);
  stopSending = () => clearInterval(timer);
}

const isOnTheRoad = (status: RideStatus | undefined): status is 'accepted' | 'in_progress' =>
  status === 'accepted' || status === 'in_progress';
