import { type ComponentProps, lazy } from 'react';
import { LoadBoundary } from '../load-boundary.tsx';
import './vehicles.css';

const VehicleArt = lazy(() =>
  import('./vehicle-art.tsx').then(({ VehicleArt }) => ({ default: VehicleArt })),
);

/**
 * A vehicle whose drawing is loaded when it is first to be shown. On a page rendered ahead it stands in the HTML from the start, and its code
 * comes once the page has been taken over. Put it into a memoized component: drawn anew with other props before then, it would be gone meanwhile.
 */
export const LateVehicleArt = (props: ComponentProps<typeof VehicleArt>) => (
  <LoadBoundary fallback={null}>
    <VehicleArt {...props} />
  </LoadBoundary>
);
