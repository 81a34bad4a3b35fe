import type { Rolldown } from 'vite';

/** A chunk's modules, and how it is made of them. */
interface Chunk extends Omit<Rolldown.CodeSplittingGroup, 'name' | 'test'> {
  name: string;
  /**
   * The ends of the modules' paths, without extension. Alternatives are in braces, as in `ui/{field,select}`;
   * `.+` stands for anything.
   */
  modules?: string[];
}

/** Returns the paths that a path with alternatives stands for. */
const alternatives = (path: string): string[] => {
  const [whole, before, names = '', after] = /^(.*?)\{(.+?)\}(.*)$/.exec(path) ?? [];
  return whole === undefined ? [path] : names.split(',').map((name) => `${before}${name}${after}`);
};

const patternOf = (path: string): string => path.replaceAll('/', String.raw`[\\/]`);

/** Matches modules by the ends of their paths. */
const matchModules = (paths: readonly string[]): RegExp =>
  new RegExp(String.raw`[\\/](${paths.flatMap(alternatives).map(patternOf).join('|')})\.`);

/** Code that a page requests with its HTML, in chunks that pages share. */
const FIRST_LOADED: Chunk[] = [
  { name: 'base', tags: ['$initial'], priority: 4 },
  {
    name: 'basics',
    modules: [
      'common/money',
      'common/fares/{fare-choices,rates}',
      'common/vehicles/catalogue',
      'web/content/company',
      'booking/vehicle-hash',
      'payments/checkout-params',
      'ui/page-heading',
      'icons/{chevron-left,chevron-right,minus,plus}',
    ],
    priority: 3,
  },
  {
    name: 'fields',
    modules: [
      'ui/{date-input,disclosure,field,segmented-control,select,switch,text-input}',
      'web/lib/{announce,api-error,field-errors,idempotency-keys,message-of}',
      'web/lib/{use-focus-first-invalid,use-in-flight,use-now}',
      'common/users/{email,phone}',
    ],
    priority: 2,
  },
  {
    name: 'trip',
    modules: [
      'common/places/{address,airport}',
      'common/rides/ride-limits',
      'components/{combobox,place-combobox,stop-list}',
    ],
    priority: 1,
  },
  {
    name: 'pricing',
    modules: ['web/lib/{catalogue-store,config-store,retry-with-backoff,use-config,use-pricing}'],
    priority: 3,
  },
  {
    name: 'booking',
    modules: ['booking/{booking-fields,draft,draft-store}', 'components/paint-swatches'],
    priority: 1,
  },
  {
    name: 'vehicles',
    modules: ['vehicles/vehicle-{drawing,measures}', 'components/load-boundary', 'app/fitted-scale'],
    priority: 3,
  },
  { name: 'time', modules: ['common/time', 'common/fares/surge'], priority: 3 },
  { name: 'fares', modules: ['common/fares/quote-fare', 'components/fare-rows'], priority: 2 },
  {
    name: 'api',
    modules: [
      'node_modules/zod/.+',
      'web/lib/call',
      'common/{dollar-string,endpoint,errors,id,page-limit}',
      'common/fares/{fare,surge-day}',
      'common/promos/{promo,promos-api}',
      'common/rides/{overlap,ride,ride-reference,rides-api}',
      'common/users/user',
    ],
    priority: 0,
  },
  { name: 'loaded', modules: ['web/lib/{use-loaded,fetch-with-timeout}'], priority: 1 },
  { name: 'messages', modules: ['features/messages/.+'], minShareCount: 3, priority: 1 },
];

/** A chunk of exactly these modules, without what they import. A page that needs one of them loads all. */
const chunk = (name: string, ...modules: string[]): Chunk => ({
  name,
  modules,
  priority: 1,
  includeDependenciesRecursively: false,
});

/**
 * Code that is loaded once a page is shown, or with a page that is not public. Split automatically, it would
 * be dozens of chunks of less than a kilobyte. A module belongs here if only the named pages import it.
 */
const LATER_LOADED: Chunk[] = [
  // By every page, to find out who is signed in.
  chunk(
    'session',
    'web/app/{follow-session,keep-realtime,clear-drafts-on-sign-out}',
    'users/{signed-in-control,role-names,use-account,session-actions}',
    'common/users/{account,users-api}',
    'ui/{initials,status-dot,toast-failure}',
    'position/position-store',
    'store/{offer-board,ride-list,ride-store}',
    'web/lib/{connection-store,versioned,snapshots,load-catalogue,load-config}',
    'common/{day,format-date-time,config/config-api,files/stored-file}',
    'common/fares/{catalogue-api,rates-at,rates-schema}',
    'common/rides/cancellation',
    'icons/{eye,eye-off,house}',
  ),
  // By every page while somebody is signed in.
  chunk(
    'signed-in',
    'node_modules/{@socket.io,socket.io,engine.io}.+',
    'web/app/{realtime,receive-events,check-payload,detect-dead-connection}',
    'web/lib/{on-wake,title-mark,fast-detection,share-in-tick,active-lists}',
    'web/lib/{ops,position,rides}-channel',
    'alerts/{ride-notifications,notification-window,notify-of-rides,toast-queue,lost-rides}',
    'rides/api/{rider-actions,driver-actions,read-rides,load-lists}',
    'rides/planned-time',
    'ride-card/format-driver-ride',
    'common/drivers/{is-served,driver}',
    'common/rides/{trip-api,cancel-api,drive-api,ride-events,staff-ride,reason}',
    'common/rides/{punctuality,contact-window,fare-review}',
    'common/{papers,alerts/alert,messages/inbox,vehicles/vehicle}',
  ),
  // By pages and dialogs to sign in or sign up.
  chunk(
    'sign-in',
    'users/{sign-in-form,typed-email,passkey-actions,passkey-sign-in,next-path,challenge/with-proof}',
    'ui/{password-input,text-link}',
    'icons/fingerprint-pattern',
    'common/users/{factors,passkeys,passkeys-api}',
  ),
  // By the booking form.
  chunk(
    'booking-later',
    'codes/{use-code,use-gift-card-code,use-promo-code,code-fields}',
    'booking/{estimate-total,fare-estimate,free-to-cancel}',
    'price-by-day/{price-days,price-by-day}',
    'places/saved-place-buttons',
  ),
  // By the home page.
  chunk(
    'home-later',
    'web/app/{home-features,home-service-data}',
    'content/selling-points',
    'tracking/{driver-card,map-placeholder}',
  ),
  // By pages with rides: a rider's, a driver's, and the console's.
  chunk(
    'rides',
    'web/app/{role-gate,draw-vehicle,render-live-map}',
    'ui/{live-mark,route-places,tier-badge}',
    'components/{list-status,vehicle-and-plate}',
    'web/lib/{contact-href,play-alert,use-is-pressed}',
    'rides/api/{drop-late-offers,use-contact-windows,use-lists}',
    'rides/position/{format-arrival,ride-map-view,use-tracking}',
    'ride-card/{format-ride,short-place}',
    'rides/{alerts/announce-changes,driver/offer-overlap,duty/driver-store}',
    'common/{format-age,vehicles/open-ride}',
    'common/drivers/{drivers-api,weekly-hours}',
    'common/rides/{driver-earnings,edit-api,position-api,refund-cards,unused-payment,waiting}',
    'icons/{lock,navigation,printer,sliders-horizontal,triangle-exclamation-point,wallet,wifi-off}',
  ),
  // By the console.
  chunk(
    'console',
    'ops/{dialog-footer,form-panel,open-ride-list,ops-control,ops-table,outcome-dialog,page-tabs}',
    'ops/{search-field,send-once,use-merged-draft,use-pages,use-staff-form}',
    'node_modules/react-hotkeys-hook/.+',
    'ops/alerts/{alert-actions,fail-alert-write,resolve-dialog,resolving-alert}',
    'ops/board/{alert-groups,board-filters,board-groups,board-store,filter-menu,load-board}',
    'ops/{keys/key-cap,keys/ops-keys,people/person-data}',
    'ops/fleet/{load-all-pages,load-fleet,row-vehicle}',
    'ops/papers/{merge-papers,paper-mark,paper-status}',
    'ops/ride/{dispatch-actions,ride-address,ride-keys}',
    'components/{link-field,merge-hours}',
    'common/alerts/{alert-advice,alerts-api}',
    'common/rides/{board,board-api,dispatch-api,format-change,ride-search,undoable-change}',
    'common/search-terms',
    'common/vehicles/vehicles-api',
    'icons/{clipboard-copy,ellipsis,route}',
  ),
];

/**
 * Modules that are loaded together share a chunk, because each chunk is a request. Everything else is split
 * automatically, by which pages share it. A group includes the dependencies of its modules, except those in a
 * group of higher priority.
 */
export const CHUNKS: readonly Rolldown.CodeSplittingGroup[] = [...FIRST_LOADED, ...LATER_LOADED].map(
  ({ modules, ...group }) => ({ ...group, ...(modules && { test: matchModules(modules) }) }),
);

/** Returns the paths in the lists above that none of these files has. */
export const findStalePaths = (files: readonly string[]): string[] =>
  [...FIRST_LOADED, ...LATER_LOADED]
    .flatMap(({ modules = [] }) => modules.flatMap(alternatives))
    .filter((path) => !files.some((file) => matchModules([path]).test(file)));

/**
 * Returns chunks that import each other in a circle, if there are any. Their modules may be evaluated before
 * those that they import.
 */
export function findCircle(chunks: readonly Pick<Rolldown.OutputChunk, 'fileName' | 'imports'>[]): string[] {
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const done = new Set<string>();
  const visit = (path: string[], fileName: string): string[] => {
    if (path.includes(fileName)) return [...path.slice(path.indexOf(fileName)), fileName];
    if (done.has(fileName)) return [];
    for (const each of importsOf.get(fileName) ?? []) {
      const circle = visit([...path, fileName], each);
      if (circle.length > 0) return circle;
    }
    done.add(fileName);
    return [];
  };
  for (const fileName of importsOf.keys()) {
    const circle = visit([], fileName);
    if (circle.length > 0) return circle;
  }
  return [];
}
