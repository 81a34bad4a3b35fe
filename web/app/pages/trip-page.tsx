import { lazyPage } from '../content-pages.tsx';

const TripView = lazyPage(() => import('../trip-view.tsx'), 'TripView');

/** The target of a trip link. */
export const TripPage = () => <TripView />;
