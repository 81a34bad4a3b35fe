import { CalendarPlus, HandCoins, Headset, Repeat2, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { fillPath } from '#common/endpoint.ts';
import { cancellationCost, isCancellable } from '#common/rides/cancellation-in-words.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { OVER_STATUSES } from '#common/rides/ride-states.ts';
import { readCalendar } from '#common/rides/rides-api.ts';
import { useCancelDialog } from '../cancel/use-cancel-dialog.tsx';
import { isAwaitingPayment, unpaidWords } from '../ride-card/format-ride.ts';
import type { RenderRideVehicle } from '../ride-card/ride-card.tsx';
import { usePayNow } from '../rider/use-pay-now.ts';
import { LiveRows } from './live-rows.tsx';
import { ManageFace as Face, MANAGE_ROW as ROW, ManageRow as Row } from './manage-row.tsx';
import { OpenCharges, type RenderPayment } from './open-charges.tsx';

interface ManageRideProps {
  ride: RiderRide;
  now: Date;
  renderPayment: RenderPayment;
  renderVehicle: RenderRideVehicle;
  /** Fills in the booking form with the ride, before the link leads there. */
  onBookAgain: (ride: RiderRide) => void;
}

/** What its rider can do with a ride; what can do nothing is not there. */
export function ManageRide({ ride, now, renderVehicle, renderPayment, onBookAgain }: ManageRideProps) {
  const { label, open, dialog } = useCancelDialog(ride, renderVehicle);
  const payNow = usePayNow(ride);
  const isUnpaid = isAwaitingPayment(ride);

  return (
    <section aria-labelledby="manage-ride" className="ride-page-manage">
      <h2 id="manage-ride" className="display text-28">
        Manage
      </h2>
      <ul className="mt-5 border-line border-t">
        <OpenCharges ride={ride} now={now} renderPayment={renderPayment} />
        {isUnpaid && (
          <Row>
            <button
              type="button"
              className={ROW}
              aria-disabled={payNow.isPending}
              onClick={() => payNow.run()}
            >
              <Face Icon={HandCoins} label={payNow.isPending ? 'Processing...' : unpaidWords(ride).action} />
            </button>
          </Row>
        )}
        {label && (
          <Row>
            <button type="button" className={ROW} onClick={open}>
              <Face Icon={X} label={label} meta={isUnpaid ? undefined : cancellationCost(ride, now)} />
            </button>
          </Row>
        )}
        {!isUnpaid && isCancellable(ride) && (
          <Row>
            <a href={fillPath(readCalendar.path, { rideId: ride.id })} download className={ROW}>
              <Face Icon={CalendarPlus} label="Add to calendar" />
            </a>
          </Row>
        )}
        <LiveRows ride={ride} />
        {OVER_STATUSES.includes(ride.status) && (
          <Row>
            <Link to="/#booking" className={ROW} onClick={() => onBookAgain(ride)}>
              <Face Icon={Repeat2} label="Book again" />
            </Link>
          </Row>
        )}
        <Row>
          <Link to="/contact" className={ROW}>
            <Face Icon={Headset} label="Contact support" />
          </Link>
        </Row>
      </ul>
      {dialog}
    </section>
  );
}
