import { onTestFinished, vi } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildRiderRide, DRIVER_ID, NOW, RIDER_ID } from '#web/testing/build-ride.ts';
import { notifyOfRides } from '../notify-of-rides.ts';

/** The route of the rides that `buildRiderRide` builds, as shown in notifications. */
export const ROUTE = 'Harry Reid International Airport to Bellagio Hotel & Casino.';
/** Document title of the opened page. */
export const TITLE = 'About · Marquee';

let isHidden = false;
let isFocused = true;

/** Opens `/about`, visible and focused, without a toast. Called before each test. */
export function standOnAbout(): void {
  document.body.innerHTML = '<div id="announcer"></div>';
  document.title = TITLE;
  useToastStore.setState({ newest: null });
  window.history.replaceState(null, '', '/about');
  [isHidden, isFocused] = [false, true];
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  vi.spyOn(document, 'hasFocus').mockImplementation(() => isFocused);
}

/** Hides the window, or makes it visible and focused again. */
export function show(isShown: boolean): void {
  isHidden = !isShown;
  isFocused = isShown;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Moves the focus away from this window, or back to it. */
export function use(isUsed: boolean): void {
  isFocused = isUsed;
  if (isUsed) window.dispatchEvent(new Event('focus'));
}

/** Navigates to another page. */
export const goTo = (path: string): void => window.history.replaceState(null, '', path);

/** Opens a window of the rider or the driver. `close` closes it; so does the end of the test. */
export function openWindow(role: 'rider' | 'driver' = 'rider') {
  const closing = new AbortController();
  const close = () => closing.abort();
  onTestFinished(close);
  const id = role === 'rider' ? RIDER_ID : DRIVER_ID;
  return { ...notifyOfRides({ audience: () => ({ role, id }), signal: closing.signal }), close };
}

/** Returns the visible toast; null if there is none. */
export const shown = () => useToastStore.getState().newest;

/** Dismisses the visible toast. */
export const dismiss = (): void => useToastStore.setState({ newest: null });

export const announced = () => document.getElementById('announcer')?.textContent;

/** Returns the ride after these changes. */
export function after(
  ride: RiderRide,
  changes: readonly RideChange[],
  overrides: Partial<RiderRide> = {},
): RiderRide {
  const history = [
    ...ride.history,
    ...changes.map((change, index) => ({ change, at: NOW.toISOString(), version: ride.version + index + 1 })),
  ];
  return { ...ride, ...overrides, version: ride.version + changes.length, history };
}

/** Returns the ride after edits by these authors. */
export function editedBy(ride: RiderRide, ...authors: readonly ('staff' | 'rider')[]): RiderRide {
  const edited = after(
    ride,
    authors.map(() => 'edited'),
  );
  const history = edited.history.map((entry, index) => {
    const author = authors[index - ride.history.length];
    return author === 'staff' ? { ...entry, isByStaff: true } : entry;
  });
  return { ...edited, history };
}

const driver = { firstName: 'Sam', vehicle: 'Black Lux SUV' };

/** Returns the ride once its driver is on the way. */
export const setOff = (ride = buildRiderRide()): RiderRide =>
  after(ride, ['accepted', 'en_route'], { status: 'accepted', driver, enRouteAt: NOW.toISOString() });

/** Returns the hourly ride once it has begun. */
export const begin = (ride = setOff()): RiderRide =>
  after(ride, ['in_progress'], { status: 'in_progress', bookingType: 'hourly', hours: 3 });

const proposal: RiderRide['charges'][number] = {
  id: 'e'.repeat(24),
  kind: 'extension',
  amountCents: 3_697,
  status: 'open',
  reason: 'Sam proposes 30 more minutes, 3.5 hours in all',
};

/** Returns the ride once its driver has proposed more time. */
export const proposeMore = (ride: RiderRide): RiderRide =>
  after(ride, ['extension_proposed'], { charges: [proposal] });

/** Returns the ride once the proposal was not paid in time. */
export const letLapse = (ride: RiderRide): RiderRide => after(ride, ['adjusted'], { charges: [] });
