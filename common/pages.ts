/**
 * The pages that anybody may find (specification section 2): rendered ahead at build time, listed in
 * sitemap.xml. The code of each is in `web/app/pages/` or `web/content/pages/`, in a file named as its path.
 */
export const PUBLIC_PATHS = [
  '/',
  '/privacy',
  '/terms',
  '/booking-terms',
  '/about',
  '/careers',
  '/newsroom',
  '/investors',
  '/how-it-works',
  '/safety',
  '/cities',
  '/gift-cards',
  '/promotions',
  '/drive',
  '/driver-requirements',
  '/earnings',
  '/driver-resources',
  '/insurance',
  '/help',
  '/contact',
  '/lost-found',
  '/accessibility',
  '/trust-safety',
  '/payment-methods',
  '/fare-estimator',
] as const;

/** Screens for one person (`:name` stands for anything between two slashes), and where one signs in and up: not rendered ahead, not to be found by search. */
const PERSONAL_PATHS = [
  '/driver',
  '/driver/drive',
  '/my-rides',
  '/my-rides/:rideId',
  '/driver-rides',
  '/driver-rides/:rideId/order-sheet',
  '/driver-schedule',
  '/driver-earnings',
  '/driver-rating',
  '/checkout',
  '/sign-in',
  '/sign-up',
  '/reset-password',
  '/confirm-email',
  '/account',
  '/drive/apply',
] as const;

/** The page of a shared trip. */
export const TRIP_PATH = '/trip/:token';

/** Pages that a link leads to, with its token in the address: never cached, and told to nobody by the referrer. */
export const LINK_PATHS = [
  '/invitation/:token',
  '/drive/application/:token',
  '/pay/:token',
  TRIP_PATH,
] as const;

/** Every page of the site but those of links and of the console (`common/ops/ops-pages.ts`). Any other path is a 404. */
export const PAGE_PATHS = [...PUBLIC_PATHS, ...PERSONAL_PATHS] as const;

/** Placeholder of the site's address in built pages; the server replaces it by PUBLIC_URL. */
export const ORIGIN_PLACEHOLDER = 'https://marquee.invalid';
