import { ChevronRight, Smartphone } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { OwnDriver } from '#common/drivers/driver.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { formatTime } from '#common/time.ts';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { leaveBy, pickupOf, ridesAhead } from '../planned-time.ts';
import { formatPickup } from '../ride-card/format-ride.ts';
import { shortRoute } from '../ride-card/short-place.ts';
import { DutySwitch } from './duty-switch.tsx';

interface DutyCardProps {
  driver: OwnDriver;
  rides: readonly DriverRide[];
  now: Date;
}

/** The duty switch, the link to the Drive view and the next ride. */
export function DutyCard({ driver, rides, now }: DutyCardProps) {
  const next = ridesAhead(rides)[0];
  return (
    <section
      aria-label="Duty"
      className="max-sm:w-full max-sm:rounded-card max-sm:border max-sm:border-line max-sm:bg-surface sm:flex sm:flex-wrap sm:items-center sm:gap-x-5"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:p-4 sm:gap-x-5">
        <DutySwitch driver={driver} />
        <ButtonLink to="/driver/drive" variant="outline" className="max-sm:ml-auto max-sm:px-4">
          <Smartphone aria-hidden size={18} />
          Drive view
        </ButtonLink>
      </div>
      {next && <NextRide ride={next} now={now} />}
    </section>
  );
}

/** The next ride, linked to the driver's rides. */
function NextRide({ ride, now }: { ride: DriverRide; now: Date }) {
  const { day } = formatPickup(ride.scheduledDate, ride.scheduledTime, now);
  return (
    <Link
      to="/driver-rides"
      className="flex min-h-11 items-center gap-5 text-14 max-sm:border-line max-sm:border-t max-sm:px-4 max-sm:py-3 sm:w-full lg:hidden"
    >
      <span className="text-ink-2">Next</span>
      <span className="min-w-0">
        <span className="block truncate text-16">
          {day !== 'Today' && `${day}, `}
          <span className="figures font-normal">{formatTime(pickupOf(ride))}</span>, {shortRoute(ride)}
        </span>
        {ride.status === 'accepted' && (
          <span className="block text-ink-2">Leave by {formatTime(leaveBy(ride))}</span>
        )}
      </span>
      <ChevronRight aria-hidden size={20} className="ml-auto shrink-0 text-ink-2" />
    </Link>
  );
}
