import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { MySchedule } from '#web/features/rides/schedule/my-schedule.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { drawVehicleAt } from '../draw-vehicle.tsx';
import { RoleGate } from '../role-gate.tsx';

const drawVehicle = drawVehicleAt(17);

/** A driver's schedule for the next days. */
export const DriverSchedulePage = () => (
  <div className="column pb-16 lg:pb-28">
    <PageMeta title="My Schedule" />
    <PageHeading size="screen" title="My Schedule" />
    <RoleGate only="driver">
      {(driver) => <MySchedule driverId={driver.id} renderVehicle={drawVehicle} />}
    </RoleGate>
  </div>
);
