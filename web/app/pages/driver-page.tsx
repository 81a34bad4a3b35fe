import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { DASHBOARD_TITLE, useDashboardTitle } from '#web/features/rides/alerts/offer-alerts.tsx';
import { DriverDashboard } from '#web/features/rides/driver/driver-dashboard.tsx';
import { MotionProvider } from '#web/lib/motion-provider.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { drawVehicleAt } from '../draw-vehicle.tsx';
import { RoleGate } from '../role-gate.tsx';

const drawVehicle = drawVehicleAt(15);

/** The driver's dashboard (specification section 2). */
export function DriverPage() {
  const title = useDashboardTitle();

  return (
    <MotionProvider>
      <div className="column pb-16 lg:pb-28">
        <PageMeta title={title} />
        <PageHeading size="screen" title={DASHBOARD_TITLE} />
        <RoleGate only="driver">
          {(driver) => <DriverDashboard driverId={driver.id} renderVehicle={drawVehicle} />}
        </RoleGate>
      </div>
    </MotionProvider>
  );
}
