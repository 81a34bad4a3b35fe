import { Phone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatDollarString } from '#common/money.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import {
  type DriverMove,
  driverMovesOf,
  milestoneSchema,
  type Stamp,
  stampSchema,
} from '#common/rides/ride-states.ts';
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
        <DriverMoves ride={ride} />
      </div>
    </RidePerson>
  </RideCard>
);

/** The vehicle to come with, and what the rider asks for. */
const detailOf = ({ vehicle, specialRequests }: DriverRide): string | null =>
  [vehicle && `With your ${vehicle}.`, specialRequests].filter(Boolean).join(' ') || null;

/** The driver's next action on the ride, such as I'm on my way, and before it the start of a ride whose driver does not press that. */
function DriverMoves({ ride }: { ride: DriverRide }) {
  const [next, ...later] = driverMovesOf(ride);
  const start = later.find(({ to }) => to === 'in_progress');
  // Keyed, so that the next action's button is not pending with this one.
  return [start, next].map(
    (move) => move && <MoveButton key={move.to} ride={ride} {...move} isNext={move === next} />,
  );
}

/** What the driver reads once a stamp is set. */
const STAMPED: Readonly<Record<Stamp, string>> = {
  en_route: 'Your rider sees that you are on the way',
  arrived: 'Your rider sees that you are there',
};

function MoveButton({
  ride,
  to,
  label,
  pendingLabel,
  isNext,
}: { ride: DriverRide; isNext: boolean } & DriverMove) {
  const isEnd = to === 'completed';
  const stamp = stampSchema.safeParse(to).data;
  const [question, setQuestion] = useState<string | null>(null);
  const { run, isPending } = useInFlight(async (options: { confirmEarly?: true } = {}) => {
    setQuestion(null);
    try {
      if (isEnd) await completeRide(ride);
      else await moveRide(ride.id, milestoneSchema.parse(to), options);
      if (isEnd) toast.success('Ride completed!', 'Payment has been processed');
      else if (stamp) toast.success(label, STAMPED[stamp]);
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
        {...(isNext && itemAction(ride.id))}
        variant={isNext ? 'primary' : 'outline'}
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
            label={stamp ? 'Yes, tell them' : 'Start it now'}
            onWait={() => setQuestion(null)}
            onStart={() => run({ confirmEarly: true })}
          />
        </Suspense>
      )}
    </>
  );
}
