import { create } from 'zustand';
import { readStored, writeStored } from '#web/lib/browser-storage.ts';

/** An app that finds the way. */
export interface NavigationApp {
  id: 'google' | 'apple' | 'waze';
  name: string;
  /** The address that opens it with the way to a place. */
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

/** The apps a driver can choose from. */
export const NAVIGATION_APPS: readonly NavigationApp[] = [
  GOOGLE,
  { id: 'apple', name: 'Apple Maps', linkTo: to('https://maps.apple.com/?daddr=') },
  { id: 'waze', name: 'Waze', linkTo: to('https://waze.com/ul?q=', '&navigate=yes') },
];

const KEY = 'navigation-app';

const useChosenApp = create(() => ({ id: readStored(KEY) }));

/** Has this browser open the way in an app from now on. */
export function chooseNavigationApp(id: NavigationApp['id']): void {
  writeStored(KEY, id);
  useChosenApp.setState({ id });
}

/** The app the driver has chosen in this browser; Google Maps before. */
export const useNavigationApp = (): NavigationApp => {
  const { id } = useChosenApp();
  return NAVIGATION_APPS.find((app) => app.id === id) ?? GOOGLE;
};
