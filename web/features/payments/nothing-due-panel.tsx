import type { Fare } from '#common/fares/fare.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Panel } from './panel.tsx';

/** Why there is nothing to pay. */
function reasonFor({ promoCents, giftCardCents }: Fare): string {
  if (giftCardCents > 0) return 'Your gift card covers this ride.';
  if (promoCents > 0) return 'Your promo code covers this ride.';
  return 'There is nothing due for this ride.';
}

/** A ride that promo code and gift card have paid: it only wants confirming. */
export const NothingDuePanel = ({ fare, onConfirm }: { fare: Fare; onConfirm: () => void }) => (
  <Panel title="Nothing to pay">
    <p className="text-ink-2">{reasonFor(fare)} No payment card is needed.</p>
    <Button size={52} className="mt-6 w-full" onClick={onConfirm}>
      Confirm Booking
    </Button>
  </Panel>
);
