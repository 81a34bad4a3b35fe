import type { StaffRole } from '../users/user.ts';

/** A page of the console. Dispatchers' pages are the admins' too. */
export interface OpsPage {
  /** With `:name` for an id; such a page is reached from another one, and stands in no navigation. */
  path: `/ops${string}`;
  /** In the navigation, and as the page's title. */
  label: string;
  who: StaffRole;
}

/**
 * Every page of the console, in the order of the navigation: dispatchers' first. Addresses, navigation and who may see
 * what derive from it; `web/app/ops-screens.tsx` has the screen of each.
 */
export const OPS_PAGES = [
  { path: '/ops', label: 'First steps', who: 'dispatcher' },
  { path: '/ops/drivers', label: 'Drivers', who: 'dispatcher' },
  { path: '/ops/drivers/applications/:applicationId', label: 'Application', who: 'dispatcher' },
  { path: '/ops/drivers/:driverId', label: 'Driver', who: 'dispatcher' },
  { path: '/ops/vehicles', label: 'Vehicles', who: 'dispatcher' },
  { path: '/ops/pricing/calendar', label: 'Pricing', who: 'admin' },
  { path: '/ops/codes', label: 'Codes', who: 'admin' },
  { path: '/ops/people', label: 'People', who: 'admin' },
  { path: '/ops/log', label: 'Log', who: 'admin' },
] as const satisfies readonly OpsPage[];

export type OpsPath = (typeof OPS_PAGES)[number]['path'];

/** The pages that somebody of the staff may choose from, in order. */
export const opsPagesOf = (role: StaffRole): readonly OpsPage[] =>
  OPS_PAGES.filter(({ path, who }) => !path.includes(':') && (who === 'dispatcher' || role === 'admin'));
