import { CreditCard, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCents } from '#common/money.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { isEditCharge, type RiderCharge } from '#common/rides/ride-money.ts';
import { formatTimeWithZone } from '#common/time.ts';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { dropEdit } from '../api/edit-actions.ts';
import { ManageFace as Face, ManageButton } from './manage-row.tsx';

/** Renders the payment dialog of a charge. */
export type RenderPayment = (ride: RiderRide, charge: RiderCharge, onClose: () => void) => ReactNode;

/** Opens the payment of a charge of a ride. */
interface ChargePayment {
  pay: (chargeId: string) => void;
  /** Rendered next to the buttons that call `pay`. */
  dialog: ReactNode;
}

/** Opens the payment dialog of a charge. Closes it, with a toast, when the charge is no longer due. */
export function useChargePayment(ride: RiderRide, renderPayment: RenderPayment): ChargePayment {
  const [payingId, setPayingId] = useState<string | null>(null);
  const charge = ride.charges.find(({ id }) => id === payingId);
  const isGone = payingId !== null && !charge;
  /** The last known state of the charge. */
  const known = useRef<RiderCharge | null>(null);

  useEffect(() => {
    if (charge) known.current = charge;
  }, [charge]);
  useEffect(() => {
    if (!isGone) return;
    setPayingId(null);
    const gone = known.current;
    if (gone && !isEditCharge(gone)) {
      const back = 'If your card was charged for it, you get it back.';
      toast.success('Nothing to pay', `${formatCents(gone.amountCents)} is no longer due. ${back}`);
      return;
    }
    const meanwhile = 'Your ride has moved on. If your card was charged for the change, you get it back.';
    toast.error('The change was not made', meanwhile);
  }, [isGone]);

  return { pay: setPayingId, dialog: charge && renderPayment(ride, charge, () => setPayingId(null)) };
}

/** Returns the charges of a ride that can still be paid, except tips, which are paid with the rating. */
const openCharges = ({ charges }: RiderRide, now: Date): RiderCharge[] =>
  charges.filter(
    ({ kind, status, payBy }) =>
      kind !== 'tip' && status === 'open' && !(payBy && Date.parse(payBy) <= now.getTime()),
  );

interface OpenChargesProps {
  ride: RiderRide;
  now: Date;
  onPay: (chargeId: string) => void;
}

/** The open charges of a ride, shown above its other actions. Renders nothing when there are none. */
export const OpenCharges = ({ ride, now, onPay }: OpenChargesProps) =>
  openCharges(ride, now).map((charge) => (
    <li key={charge.id} className="border-line border-b">
      <ManageButton onClick={() => onPay(charge.id)}>
        <Face Icon={CreditCard} label={`Pay ${formatCents(charge.amountCents)}`} meta={metaOf(charge)} />
      </ManageButton>
      {isEditCharge(charge) && <KeepAsItWas rideId={ride.id} />}
    </li>
  ));

/** Drops a change that waits for its payment. */
function KeepAsItWas({ rideId }: { rideId: string }) {
  const { run, isPending } = useInFlight(() =>
    dropEdit(rideId).catch((error: unknown) =>
      toastFailure('Error', error, 'The server didn’t answer. Please try again.'),
    ),
  );
  return (
    <ManageButton aria-disabled={isPending} onClick={() => run()}>
      <Face Icon={Undo2} label={isPending ? 'Saving...' : 'Keep as it was'} />
    </ManageButton>
  );
}

const metaOf = ({ reason, payBy }: RiderCharge): string =>
  [reason, payBy && `open until ${formatTimeWithZone(new Date(payBy))}`].filter(Boolean).join(', ');
