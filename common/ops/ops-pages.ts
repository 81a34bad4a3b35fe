import type { StaffRole } from '../users/user.ts';

/** A page of the console. Dispatchers' pages are the admins' too. */
export interface OpsPage {
  /** With `:name` for an id; such a page is reached from another one, and stands in no navigation. */
  path: `/ops${string}`;
  /** It is a tab of that page, and not in the navigation itself. */
  tabOf?: `/ops${string}`;
  /** In the navigation, and as the page's title. */
  label: string;
  who: StaffRole;
  /** Another page leads to it; it stands in no navigation. */
  isAside?: true;
}

/**
 * Every page of the console, in the order of the navigation: dispatchers' first. Addresses, navigation and who may see
 * what derive from it; `web/app/ops-screens.tsx` has the screen of each.
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

/** The pages that somebody of the staff may choose from, in order. */
export const opsPagesOf = (role: StaffRole): readonly OpsPage[] =>
  OPS_PAGES.filter(
    ({ path, who, tabOf, isAside }: OpsPage) =>
      !path.includes(':') && !tabOf && !isAside && (who === 'dispatcher' || role === 'admin'),
  );
