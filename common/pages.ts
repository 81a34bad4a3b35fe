/**
 * The public pages (specification section 2): prerendered at build time and listed in sitemap.xml. Each
 * page's code is in `web/app/pages/` or `web/content/pages/`, in a file named after its path.
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

/**
 * Pages for one user (`:name` matches one path segment) and the sign-in pages. Neither prerendered nor
 * indexed by search engines.
 */
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

/** Pages opened by a link with a token in its path. Never cached; no Referer header discloses the token. */
export const LINK_PATHS = [
  '/invitation/:token',
  '/drive/application/:token',
  '/pay/:token',
  TRIP_PATH,
] as const;

/**
 * Every page except those of links and of the console (`common/ops/ops-pages.ts`). Any other path is a 404.
 */
export const PAGE_PATHS = [...PUBLIC_PATHS, ...PERSONAL_PATHS] as const;

/** Placeholder for the site's origin in built pages. The server replaces it with PUBLIC_URL. */
export const ORIGIN_PLACEHOLDER = 'https://marquee.invalid';
