import { lazyPage } from '../content-pages.tsx';

const TripView = lazyPage(() => import('../trip-view.tsx'), 'TripView');

/** Where a trip link leads. */
export const TripPage = () => <TripView />;
