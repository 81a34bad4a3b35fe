import { lazyPage } from '../content-pages.tsx';

/** Where a trip link leads. */
export const TripPage = lazyPage(() => import('../trip-view.tsx'), 'TripView');
