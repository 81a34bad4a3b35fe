import { type Catalogue, readCatalogue } from '#common/fares/catalogue-api.ts';
import { ratesAt } from '#common/fares/rates-at.ts';
import { call } from './call.ts';
import { useCatalogueStore } from './catalogue-store.ts';
import { retryWithBackoff } from './retry-with-backoff.ts';
import { serverNow } from './server-clock.ts';

let pending: Promise<void> | null = null;
/** Whether this page has asked for the rates at all. */
let isWanted = false;

/**
 * Reads the rates once per visit; after a failure the next call reads again.
 *
 * @throws ApiError
 */
export const loadCatalogue = (): Promise<void> => pending ?? reloadCatalogue();

/** Reads the rates anew, after a booking was refused for them. @throws ApiError */
export function reloadCatalogue(): Promise<void> {
  const reading: Promise<void> = call(readCatalogue).then(
    (catalogue) => {
      // A reply that a later reading has overtaken is dropped.
      if (pending === reading) follow(catalogue);
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

const MINUTE_MS = 60_000;

let clock: ReturnType<typeof setInterval> | undefined;

/** Shows the rates in effect, and others once midnight comes where they are scheduled. */
function follow({ current, next }: Catalogue): void {
  const show = () =>
    useCatalogueStore.setState({ rates: ratesAt([current, ...next], serverNow()), status: 'loaded' });
  clearInterval(clock);
  if (next.length > 0) clock = setInterval(show, MINUTE_MS);
  show();
}

/** Reads the rates anew where this page has asked for them at all. @returns whether it has them */
export const refreshCatalogue = (): Promise<boolean> =>
  isWanted
    ? reloadCatalogue().then(
        () => true,
        () => false,
      )
    : Promise.resolve(true);

/** The longest wait after a push, in milliseconds: not every browser asks in the same instant. */
const JITTER_MS = 2_000;

async function refresh(): Promise<void> {
  if (!(await refreshCatalogue())) throw new Error('The rates could not be refreshed.');
}

let soon = new AbortController();

/** Refreshes the rates after a short random wait, and until they come; several calls within the wait are one. */
export function refreshCatalogueSoon(): void {
  soon.abort();
  soon = new AbortController();
  const { signal } = soon;
  const timer = setTimeout(() => retryWithBackoff(refresh, signal), Math.random() * JITTER_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
}
