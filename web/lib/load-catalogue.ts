import { MINUTE_MS } from '#common/durations.ts';
import { type Catalogue, readCatalogue } from '#common/fares/catalogue-api.ts';
import { ratesAt } from '#common/fares/rates-at.ts';
import { call } from './call.ts';
import { useCatalogueStore } from './catalogue-store.ts';
import { retryWithBackoff } from './retry-with-backoff.ts';
import { serverNow } from './server-clock.ts';

let pending: Promise<void> | null = null;
/** Whether this page has requested the rates at all. */
let isWanted = false;

/**
 * Loads the rates once per visit. After a failure, the next call loads them again.
 *
 * @throws ApiError
 */
export const loadCatalogue = (): Promise<void> => pending ?? reloadCatalogue();

/**
 * Reloads the rates, such as after the server refused a booking because the rates changed.
 *
 * @throws ApiError
 */
export function reloadCatalogue(): Promise<void> {
  const reading: Promise<void> = call(readCatalogue).then(
    (catalogue) => {
      // Drops the reply when a later load has started.
      if (pending === reading) applyCatalogue(catalogue);
    },
    (error: unknown) => {
      if (pending === reading) pending = null;
      throw error;
    },
  );
  pending = reading;
  isWanted = true;
  return reading;
}

let clock: ReturnType<typeof setInterval> | undefined;

/** Stores the rates in effect, and switches to scheduled rates at the midnight on which they start. */
function applyCatalogue({ current, next }: Catalogue): void {
  const show = () =>
    useCatalogueStore.setState({ rates: ratesAt([current, ...next], serverNow()), status: 'loaded' });
  clearInterval(clock);
  if (next.length > 0) clock = setInterval(show, MINUTE_MS);
  show();
}

/** Reloads the rates if this page has requested them before. @returns whether they are up to date */
export const refreshCatalogue = (): Promise<boolean> =>
  isWanted
    ? reloadCatalogue().then(
        () => true,
        () => false,
      )
    : Promise.resolve(true);

/** The longest random delay after a push, in milliseconds. Spreads the load of all browsers. */
const JITTER_MS = 2_000;

async function refresh(): Promise<void> {
  if (!(await refreshCatalogue())) throw new Error('The rates could not be refreshed.');
}

let soon = new AbortController();

/** Reloads the rates after a short random delay, with retries. Combines calls within the delay. */
export function refreshCatalogueSoon(): void {
  soon.abort();
  soon = new AbortController();
  const { signal } = soon;
  const timer = setTimeout(() => retryWithBackoff(refresh, signal), Math.random() * JITTER_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
}
