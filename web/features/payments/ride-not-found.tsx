import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';

/** No ride of this rider has that id. */
export const RideNotFound = () => (
  <CheckoutFrame>
    <EmptyState
      title="No such ride"
      text="The address names no ride of yours. Rides waiting for payment are in My Rides."
      action={<ButtonLink to="/my-rides">My Rides</ButtonLink>}
    />
  </CheckoutFrame>
);
