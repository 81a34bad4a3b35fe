import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { DriverRides } from '#web/features/rides/driver/driver-rides.tsx';
import { MotionProvider } from '#web/lib/motion-provider.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { drawVehicleAt } from '../draw-vehicle.tsx';
import { OwnPosition } from '../own-position.tsx';
import { RoleGate } from '../role-gate.tsx';

const drawVehicle = drawVehicleAt(34);

/** A driver's own rides (specification section 2). */
export const DriverRidesPage = () => (
  <MotionProvider>
    <OwnPosition />
    <div className="column pb-16 lg:pb-28">
      <PageMeta title="My Rides" />
      <PageHeading size="screen" title="My Rides" />
      <RoleGate only="driver">
        {(driver) => <DriverRides driverId={driver.id} renderVehicle={drawVehicle} />}
      </RoleGate>
    </div>
  </MotionProvider>
);
