import { useMemo } from 'react';
import { parseDollars } from '#common/money.ts';
import { ASSIGNED_STATUSES } from '#common/rides/ride-states.ts';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { useDriverRides } from '#web/features/rides/api/use-lists.ts';
import { MyEarnings } from '#web/features/statements/my-earnings.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { RoleGate } from '../role-gate.tsx';

/** A driver's earnings, week by week. */
export const DriverEarningsPage = () => (
  <div className="column pb-16 lg:pb-28">
    <PageMeta title="My Earnings" />
    <PageHeading size="screen" title="My Earnings" />
    <RoleGate only="driver">{(driver) => <Earnings driverId={driver.id} />}</RoleGate>
  </div>
);

function Earnings({ driverId }: { driverId: string }) {
  const { rides } = useDriverRides(driverId);
  const ahead = useMemo(
    () =>
      Object.values(rides)
        .filter(({ status }) => ASSIGNED_STATUSES.includes(status))
        .map(({ scheduledDate, driverShare }) => ({
          date: scheduledDate,
          cents: parseDollars(driverShare) ?? 0,
        })),
    [rides],
  );
  const revision = Object.values(rides)
    .filter(({ status }) => status === 'completed' || status === 'cancelled')
    .reduce((sum, { version }) => sum + version, 0);
  return <MyEarnings ahead={ahead} revision={revision} />;
}
