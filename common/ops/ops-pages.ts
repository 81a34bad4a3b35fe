import type { StaffRole } from '../users/user.ts';

/** A page of the console. Admins also see all pages of dispatchers. */
export interface OpsPage {
  /**
   * Path, with `:name` for an id. A page with an id is opened from another page and is not in the navigation.
   */
  path: `/ops${string}`;
  /** The page of which this is a tab. A tab is not in the navigation. */
  tabOf?: `/ops${string}`;
  /** Label in the navigation, and title of the page. */
  label: string;
  who: StaffRole;
  /** Opened from another page only; not in the navigation. */
  isAside?: true;
}

/**
 * Every page of the console, in the order of the navigation: dispatchers' first. Routes, navigation and
 * access derive from it. `web/app/ops-screens.tsx` has the screen of each.
 */
export const OPS_PAGES = [
  { path: '/ops', label: 'Rides', who: 'dispatcher' },
  { path: '/ops/day', label: 'Day', who: 'dispatcher' },
  { path: '/ops/rides/:rideId/order-sheet', label: 'Order sheet', who: 'dispatcher' },
  { path: '/ops/first-steps', label: 'First steps', who: 'dispatcher', isAside: true },
  { path: '/ops/drivers', label: 'Drivers', who: 'dispatcher' },
  { path: '/ops/drivers/applications/:applicationId', label: 'Application', who: 'dispatcher' },
  { path: '/ops/drivers/:driverId', label: 'Driver', who: 'dispatcher' },
  { path: '/ops/inbox', label: 'Inbox', who: 'dispatcher' },
  { path: '/ops/vehicles', label: 'Vehicles', who: 'dispatcher' },
  { path: '/ops/pricing', label: 'Pricing', who: 'admin' },
  { path: '/ops/pricing/calendar', label: 'Pricing', who: 'admin', tabOf: '/ops/pricing' },
  { path: '/ops/codes', label: 'Codes', who: 'admin' },
  { path: '/ops/codes/gift-cards', label: 'Gift cards', who: 'admin', tabOf: '/ops/codes' },
  { path: '/ops/payouts', label: 'Payouts', who: 'admin' },
  { path: '/ops/people', label: 'People', who: 'admin' },
  { path: '/ops/log', label: 'Log', who: 'admin' },
] as const satisfies readonly OpsPage[];

export type OpsPath = (typeof OPS_PAGES)[number]['path'];

/** Returns the pages in the navigation of a role, in order. */
export const opsPagesOf = (role: StaffRole): readonly OpsPage[] =>
  OPS_PAGES.filter(
    ({ path, who, tabOf, isAside }: OpsPage) =>
      !path.includes(':') && !tabOf && !isAside && (who === 'dispatcher' || role === 'admin'),
  );
