import { lazy, Suspense } from 'react';
import type { RenderEdit } from '#web/features/ops/ride/drawer-foot.tsx';

const EditForRiderDialog = lazy(() =>
  import('#web/features/rides/edit/edit-for-rider-dialog.tsx').then((module) => ({
    default: module.EditForRiderDialog,
  })),
);

/** Renders the dialog in which staff edit a ride, in the console's drawers. */
export const renderEdit: RenderEdit = (props) => (
  <Suspense>
    <EditForRiderDialog {...props} />
  </Suspense>
);
