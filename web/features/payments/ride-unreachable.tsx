import { FailedState } from '#web/components/ui/failed-state.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';

/** The ride could not be read (specification section 8). */
export const RideUnreachable = ({ onRetry }: { onRetry: () => void }) => (
  <CheckoutFrame>
    <FailedState
      title="Failed to fetch ride details"
      text="The server did not answer. Your ride is as you left it."
      onRetry={onRetry}
    />
  </CheckoutFrame>
);
