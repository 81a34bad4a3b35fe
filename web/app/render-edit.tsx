import { lazy, Suspense } from 'react';
import type { RenderEdit } from '#web/features/ops/ride/drawer-foot.tsx';

const EditForRiderDialog = lazy(() =>
  import('#web/features/rides/edit/edit-for-rider-dialog.tsx').then((module) => ({
    default: module.EditForRiderDialog,
  })),
);

/** The dialog in which staff change a ride, in the drawers of the console. */
export const renderEdit: RenderEdit = (props) => (
  <Suspense>
    <EditForRiderDialog {...props} />
  </Suspense>
);
