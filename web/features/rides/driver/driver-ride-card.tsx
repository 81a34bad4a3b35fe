import { Phone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatDollarString } from '#common/money.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { driverActionIn, milestoneSchema } from '#common/rides/ride-states.ts';
import { Button } from '#web/components/ui/button.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { completeRide, moveRide } from '../api/ride-actions.ts';
import { itemAction } from '../lists/live-list.tsx';
import { driverStatus } from '../ride-card/format-ride.ts';
import { type RenderRideVehicle, RideCard, RidePerson } from '../ride-card/ride-card.tsx';

const EarlyStartDialog = lazy(() =>
  import('./early-start-dialog.tsx').then((module) => ({ default: module.EarlyStartDialog })),
);

interface DriverRideCardProps {
  ride: DriverRide;
  now: Date;
  renderVehicle: RenderRideVehicle;
}

/** A driver's ride to start or to complete, with whom it is for. */
export const DriverRideCard = ({ ride, now, renderVehicle }: DriverRideCardProps) => (
  <RideCard
    ride={ride}
    now={now}
    status={driverStatus(ride)}
    money={
      <>
        Your share <span className="figures text-gold-ink">{formatDollarString(ride.driverShare)}</span>
      </>
    }
    renderVehicle={renderVehicle}
  >
    <RidePerson name={ride.customer?.name ?? 'Rider'} detail={detailOf(ride)}>
      <div className="flex flex-wrap gap-3 max-sm:w-full">
        {ride.customer && (
          <a
            href={`tel:${ride.customer.phone.replace(/[^+\d]/g, '')}`}
            className={buttonClass({ variant: 'outline', className: 'max-sm:min-h-12 max-sm:px-4' })}
          >
            <Phone aria-hidden size={18} />
            <span className="max-sm:sr-only">Call rider</span>
          </a>
        )}
        <NextMove ride={ride} />
      </div>
    </RidePerson>
  </RideCard>
);

/** The vehicle to come with, and what the rider asks for. */
const detailOf = ({ vehicle, specialRequests }: DriverRide): string | null =>
  [vehicle && `With your ${vehicle}.`, specialRequests].filter(Boolean).join(' ') || null;

type NextAction = NonNullable<ReturnType<typeof driverActionIn>>;

/** The driver's next action on the ride, such as Start Ride; nothing where there is none. */
function NextMove({ ride }: { ride: DriverRide }) {
  const action = driverActionIn(ride.status);
  // Keyed, so that the next action's button is not pending with this one.
  return action && <ActionButton key={action.to} ride={ride} {...action} />;
}

function ActionButton({ ride, to, label, pendingLabel }: { ride: DriverRide } & NextAction) {
  const isEnd = to === 'completed';
  const [question, setQuestion] = useState<string | null>(null);
  const { run, isPending } = useInFlight(async (options: { confirmEarly?: true } = {}) => {
    setQuestion(null);
    try {
      if (isEnd) await completeRide(ride);
      else await moveRide(ride.id, milestoneSchema.parse(to), options);
      if (isEnd) toast.success('Ride completed!', 'Payment has been processed');
      else toast.success('Status updated', 'Ride status has been updated successfully');
    } catch (error) {
      const message = messageOf(error, isEnd ? 'Failed to complete ride' : 'Failed to update status');
      if (error instanceof ApiError && error.code === 'TOO_EARLY') setQuestion(message);
      else toast.error('Error', message);
    }
  });

  return (
    <>
      <Button
        {...itemAction(ride.id)}
        className="grow max-sm:min-h-12 sm:min-w-42"
        isPending={isPending}
        pendingLabel={pendingLabel}
        onClick={() => run()}
      >
        {label}
      </Button>
      {question && (
        <Suspense>
          <EarlyStartDialog
            question={question}
            onWait={() => setQuestion(null)}
            onStart={() => run({ confirmEarly: true })}
          />
        </Suspense>
      )}
    </>
  );
}
