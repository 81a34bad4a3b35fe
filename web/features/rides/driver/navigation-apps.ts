import { create } from 'zustand';
import { readStored, writeStored } from '#web/lib/browser-storage.ts';

/** A navigation app. */
export interface NavigationApp {
  id: 'google' | 'apple' | 'waze';
  name: string;
  /** Builds the URL that opens the app with directions to a place. */
  linkTo: (place: string) => string;
}

const to =
  (before: string, after = '') =>
  (place: string) =>
    `${before}${encodeURIComponent(place)}${after}`;

const GOOGLE: NavigationApp = {
  id: 'google',
  name: 'Google Maps',
  linkTo: to('https://www.google.com/maps/dir/?api=1&destination='),
};

/** The navigation apps that a driver can choose from. */
export const NAVIGATION_APPS: readonly NavigationApp[] = [
  GOOGLE,
  { id: 'apple', name: 'Apple Maps', linkTo: to('https://maps.apple.com/?daddr=') },
  { id: 'waze', name: 'Waze', linkTo: to('https://waze.com/ul?q=', '&navigate=yes') },
];

const KEY = 'navigation-app';

const useChosenApp = create(() => ({ id: readStored(KEY) }));

/** Stores the driver's choice of a navigation app in this browser. */
export function chooseNavigationApp(id: NavigationApp['id']): void {
  writeStored(KEY, id);
  useChosenApp.setState({ id });
}

/** Returns the navigation app chosen in this browser; Google Maps by default. */
export const useNavigationApp = (): NavigationApp => {
  const { id } = useChosenApp();
  return NAVIGATION_APPS.find((app) => app.id === id) ?? GOOGLE;
};
