import { useCallback } from 'react';
import { useParams } from 'react-router-dom';
import { readOrderSheet, readStaffOrderSheet } from '#common/rides/order-sheet-api.ts';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { OrderSheetScreen } from '#web/features/rides/order-sheet/order-sheet-screen.tsx';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { call } from '#web/lib/call.ts';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { drawVehicleAt } from '../draw-vehicle.tsx';
import { RoleGate } from '../role-gate.tsx';

const drawVehicle = drawVehicleAt(26);

/** The charter order of a ride, as its driver sees it. */
export function OrderSheetPage() {
  const { rideId = '' } = useParams();
  const read = useCallback((signal: AbortSignal) => call(readOrderSheet, { rideId }, { signal }), [rideId]);
  const isDriver = useSessionStore(({ session }) => session.driver !== null);
  return (
    <div className="column pb-16 lg:pb-28 print:p-0">
      <PageMeta title="Order sheet" />
      {!isDriver && <PageHeading size="screen" title="Order sheet" />}
      <RoleGate only="driver">{() => <OrderSheetScreen read={read} renderVehicle={drawVehicle} />}</RoleGate>
    </div>
  );
}

/** The charter order of a ride, in the console. */
export function OpsOrderSheetPage() {
  const { rideId = '' } = useParams();
  const read = useCallback(
    (signal: AbortSignal) => call(readStaffOrderSheet, { rideId }, { signal }),
    [rideId],
  );
  return <OrderSheetScreen read={read} renderVehicle={drawVehicle} />;
}
