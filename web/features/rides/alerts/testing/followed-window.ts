import { onTestFinished, vi } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildRiderRide, DRIVER_ID, NOW, RIDER_ID } from '#web/testing/build-ride.ts';
import { followNews } from '../follow-news.ts';

/** Of the rides that `buildRiderRide` builds, as news says it. */
export const ROUTE = 'Harry Reid International Airport to Bellagio Hotel & Casino.';
/** Of the page that a window is opened on. */
export const TITLE = 'About · Marquee';

let isHidden = false;
let isFocused = true;

/** Before each test: the document is at `/about`, in sight and in use, and nothing has been told. */
export function standOnAbout(): void {
  document.body.innerHTML = '<div id="announcer"></div>';
  document.title = TITLE;
  useToastStore.setState({ newest: null });
  window.history.replaceState(null, '', '/about');
  [isHidden, isFocused] = [false, true];
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  vi.spyOn(document, 'hasFocus').mockImplementation(() => isFocused);
}

/** Somebody turns to another tab, or back. */
export function show(isShown: boolean): void {
  isHidden = !isShown;
  isFocused = isShown;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Somebody uses another window beside this one, or this one again. */
export function use(isUsed: boolean): void {
  isFocused = isUsed;
  if (isUsed) window.dispatchEvent(new Event('focus'));
}

/** Somebody goes to another page. */
export const goTo = (path: string): void => window.history.replaceState(null, '', path);

/** The window of the rider unless said otherwise; `close` ends it, and so does the test. */
export function openWindow(role: 'rider' | 'driver' = 'rider') {
  const closing = new AbortController();
  const close = () => closing.abort();
  onTestFinished(close);
  const id = role === 'rider' ? RIDER_ID : DRIVER_ID;
  return { ...followNews({ audience: () => ({ role, id }), signal: closing.signal }), close };
}

/** The toast in sight; null if there is none. */
export const shown = () => useToastStore.getState().newest;

/** Takes the toast in sight away. */
export const dismiss = (): void => useToastStore.setState({ newest: null });

export const announced = () => document.getElementById('announcer')?.textContent;

/** The ride after these changes. */
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

/** The ride after edits: by staff, or its rider. */
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

/** The ride once its driver has set off. */
export const setOff = (ride = buildRiderRide()): RiderRide =>
  after(ride, ['accepted', 'en_route'], { status: 'accepted', driver, enRouteAt: NOW.toISOString() });
