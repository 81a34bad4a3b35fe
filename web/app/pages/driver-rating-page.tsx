import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { MyRating } from '#web/features/rides/rating/my-rating.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { RoleGate } from '../role-gate.tsx';

/** A driver's rating by riders. */
export const DriverRatingPage = () => (
  <div className="column pb-16 lg:pb-28">
    <PageMeta title="My Rating" />
    <PageHeading size="screen" title="My Rating" />
    <RoleGate only="driver">{(driver) => <MyRating driverId={driver.id} />}</RoleGate>
  </div>
);
