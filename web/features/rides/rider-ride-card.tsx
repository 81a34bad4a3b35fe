import { Headset } from 'lucide-react';
import type { RiderRide } from '#common/rides/ride.ts';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import type { RenderVehicle } from './render-vehicle.ts';
import { RideCard } from './ride-card.tsx';
import { RidePerson } from './ride-person.tsx';
import { riderSentence, riderStanding } from './ride-standing.ts';

const MONEY: Partial<Record<string, string>> = {
  paid: 'Paid',
  waived: 'Nothing to pay',
  refunded: 'Refunded',
  flagged: 'Our support team is looking into it.',
};

interface RiderRideCardProps {
  ride: RiderRide;
  now: Date;
  renderVehicle: RenderVehicle;
}

/** A rider's ride that is booked or under way, with who is coming. */
export const RiderRideCard = ({ ride, now, renderVehicle }: RiderRideCardProps) => (
  <RideCard
    ride={ride}
    now={now}
    standing={riderStanding(ride)}
    sentence={riderSentence(ride)}
    money={MONEY[ride.paymentStatus]}
    renderVehicle={renderVehicle}
  >
    {ride.driver && (
      <RidePerson name={ride.driver.firstName} detail={ride.driver.vehicle}>
        <ButtonLink to="/contact" variant="outline" className="max-sm:px-3">
          <Headset aria-hidden size={18} />
          <span className="max-sm:sr-only">Contact support</span>
        </ButtonLink>
      </RidePerson>
    )}
  </RideCard>
);
