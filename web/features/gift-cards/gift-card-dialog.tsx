import { useEffect, useState } from 'react';
import { formatWholeDollars } from '#common/money.ts';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { CustomAmountForm } from './custom-amount-form.tsx';
import { PurchaseForm } from './purchase-form.tsx';
import { usePurchase } from './use-purchase.ts';

interface GiftCardDialogProps {
  /** Whole dollars of the card that was selected; null to ask for an amount first. */
  preset: number | null;
  onClose: () => void;
}

/**
 * Buying a gift card: its amount where none was selected, then whom it is for. One dialog for both, so that the focus stays in it
 * in between. It cannot be closed while the purchase is under way. Mount it anew for each purchase, and import it lazily.
 */
export function GiftCardDialog({ preset, onClose }: GiftCardDialogProps) {
  const [amount, setAmount] = useState(preset);
  const purchase = usePurchase();
  const { form } = purchase;

  useEffect(() => {
    // Radix has put the focus into a dialog that opens, but the field it was in is gone once an amount is chosen.
    if (amount !== preset) form.current?.querySelector('input')?.focus();
  }, [amount, preset, form]);

  if (amount === null) {
    return (
      <Dialog isOpen onClose={onClose} title="Custom amount">
        <CustomAmountForm onAmount={setAmount} onCancel={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${formatWholeDollars(amount * 100)} gift card`}
      description="Tell us where to send it."
      isClosable={!purchase.isPending}
      widthClass="max-w-[860px]"
    >
      <PurchaseForm amount={amount} purchase={purchase} onCancel={onClose} />
    </Dialog>
  );
}
