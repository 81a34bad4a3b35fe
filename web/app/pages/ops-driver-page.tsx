import { useParams } from 'react-router-dom';
import { DriverScreen } from '#web/features/ops/drivers/driver-screen.tsx';
import { useSessionStore } from '#web/features/users/session-store.ts';

/** A single driver. */
export function OpsDriverPage() {
  const { driverId = '' } = useParams();
  const isAdmin = useSessionStore(({ session }) => session.staff?.role === 'admin');
  return <DriverScreen driverId={driverId} isAdmin={isAdmin} />;
}
