import { VehiclesScreen } from '#web/features/ops/vehicles/vehicles-screen.tsx';
import { useSessionStore } from '#web/features/users/session-store.ts';

/** The company's vehicles. */
export function OpsVehiclesPage() {
  const isAdmin = useSessionStore(({ session }) => session.staff?.role === 'admin');
  return <VehiclesScreen isAdmin={isAdmin} />;
}
