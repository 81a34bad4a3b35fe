import { type Catalogue, readCatalogue } from '#common/fares/catalogue-api.ts';
import { ratesAt } from '#common/fares/rates-at.ts';
import { call } from './call.ts';
import { useCatalogueStore } from './catalogue-store.ts';
import { serverNow } from './server-clock.ts';

let pending: Promise<void> | null = null;

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
  pending
    ? reloadCatalogue().then(
        () => true,
        () => false,
      )
    : Promise.resolve(true);

/** The longest wait after a push, in milliseconds: not every browser asks in the same instant. */
const JITTER_MS = 2_000;

let soon: ReturnType<typeof setTimeout> | undefined;

/** Refreshes the rates after a short random wait; several calls within it are one. */
export function refreshCatalogueSoon(): void {
  clearTimeout(soon);
  soon = setTimeout(refreshCatalogue, Math.random() * JITTER_MS);
}
