import { create } from 'zustand';
import { POSITION_EVERY_MS } from '#common/rides/position.ts';
import { planSimulatedDrive } from '#common/rides/position-api.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import type { RideStatus } from '#common/rides/ride-states.ts';
import { forgetStored, readStored, writeStored } from '#web/lib/browser-storage.ts';
import { call } from '#web/lib/call.ts';
import { sendPosition } from '#web/lib/position-channel.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { type DriveSpeed, metersDriven, pointAlong } from './simulate-drive.ts';

/** Whether this page says where the driver is. `blocked`: the browser does not hand it out. */
export type SharingState = 'off' | 'shared' | 'stopped' | 'blocked' | 'simulated';

interface Sharing {
  state: SharingState;
  /** The ride it is for. */
  rideId: string | null;
  /** When sharing began; null while it is off. */
  startedAt: Date | null;
  /** When a position was last had; null before the first. */
  lastAt: Date | null;
  /** Of a simulated drive. */
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

/** Sharing outlives the screens: it goes on until the ride is over, or the driver stops it. */
export const useSharingStore = create<Sharing>(() => initial);

const { setState, getState } = useSharingStore;

/** Ends what sends now. */
let stopSending = () => {};

/** The same, and a simulated drive that is about to begin does not. */
function endSending(): void {
  stopSending();
  stopSending = () => {};
}

/** Without news the last position is asked for again after this, in milliseconds: a car that stands is still seen. */
const AGAIN_MS = 10_000;

const AGREED = 'position-agreed';
const STOPPED = 'position-stopped';

/** Whether this driver was the last to agree here to be seen, after which they need no primer. */
export const hasAgreed = (driverId: string): boolean => readStored(AGREED) === driverId;

/** Goes on with a ride as its driver last wanted it: not shared once they stopped that, else shared if they have agreed before. */
export function resumeForRide(rideId: string, driverId: string): void {
  if (readStored(STOPPED) === rideId) stopForRide(rideId);
  else if (hasAgreed(driverId)) shareForRide(rideId, driverId);
}

/** Sends where this device is, from now on: the browser asks the driver, if they have not allowed it yet. */
export function shareForRide(rideId: string, driverId: string): void {
  stopSending();
  writeStored(AGREED, driverId);
  if (readStored(STOPPED) === rideId) forgetStored(STOPPED);
  setState({ ...initial, state: 'shared', rideId, startedAt: serverNow() });
  if (!('geolocation' in navigator)) {
    setState({ state: 'blocked' });
    return;
  }
  let lastSentAt = Number.NEGATIVE_INFINITY;
  // What the browser was asked for may come after the driver has stopped.
  let isOver = false;
  const handleFix = ({ coords }: GeolocationPosition) => {
    if (isOver) return;
    setState({ lastAt: serverNow() });
    if (performance.now() - lastSentAt < POSITION_EVERY_MS) return;
    lastSentAt = performance.now();
    const { latitude: lat, longitude: lng, accuracy, heading } = coords;
    sendPosition({ lat, lng, accuracy, heading: heading === null || Number.isNaN(heading) ? null : heading });
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

/** Sends nothing more for this ride, as the driver wants it; neither does another tab, nor this one once it is loaded again. */
export function stopForRide(rideId: string): void {
  endSending();
  writeStored(STOPPED, rideId);
  setState({ ...initial, state: 'stopped', rideId });
}

/** The ride is over or another driver's, or the driver has signed out: nothing is sent any more. */
export function endSharing(): void {
  endSending();
  setState(initial, true);
}

/** What the driver wanted in another tab holds here too. */
function followOtherTab({ key, oldValue, newValue }: StorageEvent): void {
  const { state, rideId } = getState();
  if (key !== STOPPED || rideId === null) return;
  if (newValue === rideId && state !== 'stopped') stopForRide(rideId);
  // Shared again there: the screens that follow the ride here resume.
  if (oldValue === rideId && newValue === null && state === 'stopped') endSharing();
}

// Outside every screen, as sharing is; there are no other tabs where pages are prerendered.
globalThis.addEventListener?.('storage', followOtherTab);

export const setDriveSpeed = (speed: DriveSpeed): void => setState({ speed });
export const setDrivePaused = (isPaused: boolean): void => setState({ isPaused });

/**
 * In the demo, pretends to drive to the pickup and, once the ride has begun, to the drop-off; sends on the way what a phone
 * would. Nothing where the driver has signed out, stopped it or shared otherwise by the time it is planned, or the ride is over.
 *
 * @param readRide the ride as it is at that moment
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
    sendPosition({ ...point, accuracy: 8 });
    setState({ lastAt: serverNow() });
    if (!isPaused) meters += metersDriven(POSITION_EVERY_MS, speed);
  };
  drive();
  const timer = setInterval(drive, POSITION_EVERY_MS);
  stopSending = () => clearInterval(timer);
}

const isOnTheRoad = (status: RideStatus | undefined): status is 'accepted' | 'in_progress' =>
  status === 'accepted' || status === 'in_progress';
