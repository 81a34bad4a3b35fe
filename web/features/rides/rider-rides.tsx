import { useMemo } from 'react';
import { formatRefund } from '#common/rides/refund-words.ts';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { cancelledWords } from './cancelled-words.ts';
import { loadRiderRides } from './load-lists.ts';
import { PastRides } from './past-rides.tsx';
import type { RenderVehicle } from './render-vehicle.ts';
import { riderSections } from './ride-sections.ts';
import { isAwaitingPayment } from './ride-standing.ts';
import { RiderRideCard } from './rider-ride-card.tsx';
import { RidesScreen } from './rides-screen.tsx';
import { RidesSection } from './rides-section.tsx';
import { UnpaidRideCard } from './unpaid-ride-card.tsx';
import { usePaymentReturn } from './use-payment-return.ts';
import { useRiderRides } from './use-rider-rides.ts';
import { useStatusNews } from './use-status-news.ts';

interface RiderRidesProps {
  riderId: string;
  renderVehicle: RenderVehicle;
}

/** A rider's rides, live. Also where a card's bank sends riders back to. */
export function RiderRides({ riderId, renderVehicle }: RiderRidesProps) {
  const list = useRiderRides(riderId);
  const now = useNow();
  const confirmingRideId = usePaymentReturn(riderId);
  useStatusNews(list.rides);

  const { active, completed, cancelled } = useMemo(
    () => riderSections(Object.values(list.rides)),
    [list.rides],
  );

  return (
    <RidesScreen
      list={list}
      onRetry={() => loadRiderRides(riderId)}
      action={
        <ButtonLink to="/#booking" className="max-sm:hidden">
          Book a Ride
        </ButtonLink>
      }
      emptyState={
        <EmptyState
          title="No active rides"
          text="Book a ride to get started"
          action={<ButtonLink to="/">Book a Ride</ButtonLink>}
        />
      }
      active={active}
      renderActive={(ride) =>
        isAwaitingPayment(ride) ? (
          <UnpaidRideCard ride={ride} now={now} isConfirming={ride.id === confirmingRideId} />
        ) : (
          <RiderRideCard ride={ride} now={now} renderVehicle={renderVehicle} />
        )
      }
    >
      {completed.length > 0 && (
        <RidesSection title="Completed Rides" count={completed.length}>
          <PastRides rides={completed} now={now} noteOf={formatRefund} />
        </RidesSection>
      )}
      {cancelled.length > 0 && (
        <RidesSection title="Cancelled Rides" count={cancelled.length}>
          <PastRides rides={cancelled} now={now} noteOf={cancelledWords} />
        </RidesSection>
      )}
    </RidesScreen>
  );
}
