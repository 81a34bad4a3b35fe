import { lazyImport, useLazyImport } from '#web/lib/use-lazy-import.ts';

/** The way back is a chunk of its own, which only a booking point to point needs. */
export const returnTrip = lazyImport(() => import('./return-trip.tsx'));

/** The code of the way back once it is loaded, which is where it is wanted. The form works without it. */
export const useReturnTrip = (isWanted: boolean) => useLazyImport(returnTrip, isWanted);
