import { useEffect, useState } from 'react';
import { formatCents } from '#common/money.ts';
import type { RiderCharge } from '#common/rides/ride-money.ts';
import { formatTimeWithZone } from '#common/time.ts';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { type ChargeCalls, ChargePayment } from './charge-payment.tsx';

interface PayChargeDialogProps {
  rideId: string;
  charge: RiderCharge;
  calls: ChargeCalls;
  onClose: () => void;
}

/**
 * Takes the payment of a charge, such as the extra cost of an edit. Closes when it is paid here, in another
 * window or by its link.
 */
export function PayChargeDialog({ rideId, charge, calls, onClose }: PayChargeDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const { id: chargeId, amountCents, reason, payBy, status } = charge;

  const handlePaid = (isPaid: boolean) => {
    // While the server is still confirming, a success message would be premature.
    if (isPaid) toast.success('Payment Successful', `${formatCents(amountCents)} is paid.`);
    else toast.success('Payment received', 'We are confirming it with the bank.');
    onClose();
  };

  const isPaidElsewhere = status === 'paid' && !isBusy;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when it is paid elsewhere
  useEffect(() => {
    if (isPaidElsewhere) handlePaid(true);
  }, [isPaidElsewhere]);

  const handleGone = (why: string) => {
    toast.error('Not paid', why);
    onClose();
  };

  return (
    <Dialog
      isOpen
      isClosable={!isBusy}
      onClose={onClose}
      title={`Pay ${formatCents(amountCents)}`}
      description={reason ?? 'For your ride'}
      widthClass="max-w-[560px]"
    >
      <ChargePayment
        charge={{ rideId, chargeId }}
        amountCents={amountCents}
        calls={calls}
        note={payBy && `Open until ${formatTimeWithZone(new Date(payBy))}.`}
        onBusy={setIsBusy}
        onPaid={handlePaid}
        onGone={handleGone}
      />
    </Dialog>
  );
}
