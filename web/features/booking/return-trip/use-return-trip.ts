import { lazyImport, useLazyImport } from '#web/lib/use-lazy-import.ts';

/** Lazy-loaded: only point-to-point bookings need it. */
export const returnTrip = lazyImport(() => import('./return-trip.tsx'));

/** Returns the return trip code once loaded; loads it only when `isWanted`. The form works without it. */
export const useReturnTrip = (isWanted: boolean) => useLazyImport(returnTrip, isWanted);
