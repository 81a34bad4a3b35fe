import { useMemo } from 'react';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { DriverRideCard } from './driver-ride-card.tsx';
import { loadDriverRides } from './load-lists.ts';
import { PastRides } from './past-rides.tsx';
import type { RenderVehicle } from './render-vehicle.ts';
import { driverSections } from './ride-sections.ts';
import { RidesScreen } from './rides-screen.tsx';
import { RidesSection } from './rides-section.tsx';
import { useDriverRides } from './use-driver-rides.ts';

interface DriverRidesProps {
  driverId: string;
  renderVehicle: RenderVehicle;
}

/** A driver's rides, live, to start and to complete. */
export function DriverRides({ driverId, renderVehicle }: DriverRidesProps) {
  const list = useDriverRides(driverId);
  const now = useNow();

  const { active, completed, cancelled } = useMemo(
    () => driverSections(Object.values(list.rides)),
    [list.rides],
  );

  return (
    <RidesScreen
      list={list}
      onRetry={() => loadDriverRides(driverId)}
      action={
        <ButtonLink to="/driver" variant="outline" className="max-sm:hidden">
          View Available Rides
        </ButtonLink>
      }
      emptyState={
        <EmptyState
          title="No active rides"
          text="Accept a request and it appears here"
          action={<ButtonLink to="/driver">View Available Rides</ButtonLink>}
        />
      }
      active={active}
      renderActive={(ride) => <DriverRideCard ride={ride} now={now} renderVehicle={renderVehicle} />}
    >
      <RidesSection title="Completed Rides" count={completed.length}>
        {completed.length > 0 ? (
          <PastRides rides={completed} now={now} />
        ) : (
          <p className="rounded-card border border-line bg-surface p-7 text-center text-ink-2">
            Rides you complete are kept here.
          </p>
        )}
      </RidesSection>
      {cancelled.length > 0 && (
        <RidesSection title="Cancelled Rides" count={cancelled.length}>
          <PastRides rides={cancelled} now={now} />
        </RidesSection>
      )}
    </RidesScreen>
  );
}
