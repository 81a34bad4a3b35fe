import { useMemo } from 'react';
import { formatRefund, type RiderRide } from '#common/rides/ride.ts';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { useStatusAnnouncements } from '../alerts/announce-changes.ts';
import { loadRiderRides } from '../api/load-lists.ts';
import { useRiderRides } from '../api/use-lists.ts';
import { useCancelDialog } from '../cancel/use-cancel-dialog.tsx';
import { sectionsOf } from '../lists/ride-sections.ts';
import { RidesScreen, RidesSection } from '../lists/rides-screen.tsx';
import { formatCancellation, isAwaitingPayment } from '../ride-card/format-ride.ts';
import { PastRides } from '../ride-card/past-rides.tsx';
import type { RenderRideVehicle } from '../ride-card/ride-card.tsx';
import { usePaymentReturn } from './payment-return.ts';
import { RiderRideCard, UnpaidRideCard } from './rider-ride-card.tsx';

interface RiderRidesProps {
  riderId: string;
  renderVehicle: RenderRideVehicle;
}

/** Returns the path of a ride's page. */
const pathOf = ({ id }: RiderRide): string => `/my-rides/${id}`;

/** Whether a ride is paid by the payment of `paidRideId`. A ride and its return trip share one payment. */
const isPaidWith = ({ id, order }: RiderRide, paidRideId: string | null): boolean =>
  paidRideId !== null && [id, order?.otherRideId].includes(paidRideId);

/** A rider's live rides. Stripe also redirects here after a bank's authentication. */
export function RiderRides({ riderId, renderVehicle }: RiderRidesProps) {
  const list = useRiderRides(riderId);
  const now = useNow();
  const confirmingRideId = usePaymentReturn(riderId);
  const cancelling = useCancelDialog(list.rides, renderVehicle);
  useStatusAnnouncements(list.rides);

  const { active, completed, cancelled } = useMemo(() => sectionsOf(Object.values(list.rides)), [list.rides]);

  return (
    <>
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
            <UnpaidRideCard
              ride={ride}
              now={now}
              isConfirming={isPaidWith(ride, confirmingRideId)}
              onCancel={cancelling.open}
            />
          ) : (
            <RiderRideCard ride={ride} now={now} renderVehicle={renderVehicle} onCancel={cancelling.open} />
          )
        }
      >
        {completed.length > 0 && (
          <RidesSection title="Completed Rides" count={completed.length}>
            <PastRides rides={completed} now={now} noteOf={formatRefund} pathOf={pathOf} />
          </RidesSection>
        )}
        {cancelled.length > 0 && (
          <RidesSection title="Cancelled Rides" count={cancelled.length}>
            <PastRides rides={cancelled} now={now} noteOf={formatCancellation} pathOf={pathOf} />
          </RidesSection>
        )}
      </RidesScreen>
      {cancelling.dialog}
    </>
  );
}
