import { useMemo } from 'react';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { useLostRideNotices } from '../alerts/lost-rides.ts';
import { loadDriverRides } from '../api/load-lists.ts';
import { useDriverRides } from '../api/use-lists.ts';
import { sectionsOf } from '../lists/ride-sections.ts';
import { RidesScreen, RidesSection } from '../lists/rides-screen.tsx';
import { pastNote } from '../ride-card/format-driver-ride.ts';
import { PastRides } from '../ride-card/past-rides.tsx';
import type { RenderRideVehicle } from '../ride-card/ride-card.tsx';
import { DriverRideCard } from './driver-ride-card.tsx';

interface DriverRidesProps {
  driverId: string;
  renderVehicle: RenderRideVehicle;
}

/** A driver's live rides: active, completed and cancelled. */
export function DriverRides({ driverId, renderVehicle }: DriverRidesProps) {
  const list = useDriverRides(driverId);
  const now = useNow();
  useLostRideNotices(list);

  const { active, completed, cancelled } = useMemo(() => sectionsOf(Object.values(list.rides)), [list.rides]);

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
          <PastRides rides={completed} now={now} noteOf={pastNote} />
        ) : (
          <p className="rounded-card border border-line bg-surface p-7 text-center text-ink-2">
            Rides you complete are kept here.
          </p>
        )}
      </RidesSection>
      {cancelled.length > 0 && (
        <RidesSection title="Cancelled Rides" count={cancelled.length}>
          <PastRides rides={cancelled} now={now} noteOf={pastNote} />
        </RidesSection>
      )}
    </RidesScreen>
  );
}
