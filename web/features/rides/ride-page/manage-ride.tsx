import { CalendarPlus, HandCoins, Headset, PencilLine, Repeat2, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { fillPath } from '#common/endpoint.ts';
import { cancellationCost, isCancellable } from '#common/rides/format-cancellation.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { OVER_STATUSES, SETTLED } from '#common/rides/ride-states.ts';
import { readCalendar } from '#common/rides/rides-api.ts';
import { cancelLabel, useCancelDialog } from '../cancel/use-cancel-dialog.tsx';
import { isAwaitingPayment, unpaidLabels } from '../ride-card/format-ride.ts';
import type { RenderRideVehicle } from '../ride-card/ride-card.tsx';
import { usePayNow } from '../rider/use-pay-now.ts';
import { ExtendRow, isExtendable } from './extend-row.tsx';
import { ManageFace as Face, MANAGE_ROW, ManageButton, ManageRow as Row } from './manage-row.tsx';
import { OpenCharges, type RenderPayment, useChargePayment } from './open-charges.tsx';
import { ShareAndPinRows } from './share-and-pin-rows.tsx';

const EditRideDialog = lazy(() =>
  import('../edit/edit-ride-dialog.tsx').then((module) => ({ default: module.EditRideDialog })),
);

interface ManageRideProps {
  ride: RiderRide;
  now: Date;
  renderPayment: RenderPayment;
  renderVehicle: RenderRideVehicle;
  /** Fills in the booking form with the ride, before the link navigates there. */
  onBookAgain: (ride: RiderRide) => void;
}

/** The actions that a rider can take on a ride. Unavailable ones are hidden. */
export function ManageRide({ ride, now, renderVehicle, renderPayment, onBookAgain }: ManageRideProps) {
  const [isEditing, setIsEditing] = useState(false);
  const cancelling = useCancelDialog({ [ride.id]: ride }, renderVehicle);
  const cancelButton = cancelLabel(ride);
  const payNow = usePayNow(ride);
  const charges = useChargePayment(ride, renderPayment);
  const isUnpaid = isAwaitingPayment(ride);

  const handleDue = (chargeId: string) => {
    setIsEditing(false);
    charges.pay(chargeId);
  };

  return (
    <section aria-labelledby="manage-ride" className="ride-page-manage">
      <h2 id="manage-ride" className="display text-28">
        Manage
      </h2>
      <ul className="mt-5 border-line border-t">
        <OpenCharges ride={ride} now={now} onPay={charges.pay} />
        {isUnpaid && (
          <Row>
            <ManageButton aria-disabled={payNow.isPending} onClick={() => payNow.run()}>
              <Face Icon={HandCoins} label={payNow.isPending ? 'Processing...' : unpaidLabels(ride).action} />
            </ManageButton>
          </Row>
        )}
        {isExtendable(ride) && <ExtendRow ride={ride} onPay={charges.pay} />}
        {isEditable(ride) && (
          <Row>
            <ManageButton onClick={() => setIsEditing(true)}>
              <Face
                Icon={PencilLine}
                label="Edit ride"
                meta={ride.status === 'requested' ? 'Until a driver accepts' : 'Passenger, requests'}
              />
            </ManageButton>
          </Row>
        )}
        {cancelButton && (
          <Row>
            <ManageButton onClick={() => cancelling.open(ride)}>
              <Face Icon={X} label={cancelButton} meta={isUnpaid ? undefined : cancellationCost(ride, now)} />
            </ManageButton>
          </Row>
        )}
        {!isUnpaid && isCancellable(ride) && (
          <Row>
            <a href={fillPath(readCalendar.path, { rideId: ride.id })} download className={MANAGE_ROW}>
              <Face Icon={CalendarPlus} label="Add to calendar" />
            </a>
          </Row>
        )}
        <ShareAndPinRows ride={ride} />
        {OVER_STATUSES.includes(ride.status) && (
          <Row>
            <Link to="/#booking" className={MANAGE_ROW} onClick={() => onBookAgain(ride)}>
              <Face Icon={Repeat2} label="Book again" />
            </Link>
          </Row>
        )}
        <Row>
          <Link to="/contact" className={MANAGE_ROW}>
            <Face Icon={Headset} label="Contact support" />
          </Link>
        </Row>
      </ul>
      {cancelling.dialog}
      {charges.dialog}
      {isEditing && (
        <Suspense>
          {/* Meanwhile the driver may start the ride, or dispatch cancel it. */}
          <EditRideDialog
            ride={ride}
            isOver={!isEditable(ride)}
            onClose={() => setIsEditing(false)}
            onDue={handleDue}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Whether a ride is paid and has not started. */
const isEditable = ({ status, paymentStatus }: RiderRide): boolean =>
  (status === 'requested' || status === 'accepted') && SETTLED.includes(paymentStatus);
