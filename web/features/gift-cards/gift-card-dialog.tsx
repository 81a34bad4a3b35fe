import { DollarSign } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { brokenAmountRule, MAX_AMOUNT, MIN_AMOUNT } from '#common/gift-cards/purchase-rules.ts';
import { formatWholeDollars } from '#common/money.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { DialogActions, PurchaseForm } from './purchase-form.tsx';
import { usePurchase } from './use-purchase.ts';

interface GiftCardDialogProps {
  /** Whole dollars of the selected card; null asks for an amount first. */
  preset: number | null;
  onClose: () => void;
}

/**
 * Dialog for buying a gift card: asks for the amount unless one was selected, then for the recipient. Both
 * steps share one dialog so that focus stays inside it. It cannot be closed while the purchase is being
 * submitted. Mount a new instance per purchase, and import it lazily.
 */
export function GiftCardDialog({ preset, onClose }: GiftCardDialogProps) {
  const [amount, setAmount] = useState(preset);
  const purchase = usePurchase();
  const { form } = purchase;

  useEffect(() => {
    // Radix focuses a field when the dialog opens, but that field is gone once an amount is chosen.
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

interface CustomAmountFormProps {
  /** Called with whole dollars between the minimum and the maximum. */
  onAmount: (amount: number) => void;
  onCancel: () => void;
}

/**
 * Form for an amount in whole dollars between the minimum and the maximum (specification section 5, Custom
 * gift card amount).
 */
export function CustomAmountForm({ onAmount, onCancel }: CustomAmountFormProps) {
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState({ typed: '', message: '' });
  const form = useFocusFirstInvalid(refused);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const broken = brokenAmountRule(typed);
    if (!broken) return onAmount(Number(typed));
    toast.error(broken.title, broken.message);
    setRefused({ typed, message: broken.message });
  };

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-5">
      <Field label="Amount" error={refused.typed === typed ? refused.message : null} hint={RANGE}>
        {(control) => (
          <span className="relative block">
            <DollarSign
              aria-hidden
              size={18}
              strokeWidth={1.75}
              className="absolute top-1/2 left-4 -translate-y-1/2 text-ink-2"
            />
            <TextInput
              {...control}
              name="amount"
              inputMode="numeric"
              autoComplete="off"
              className="pl-11"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </span>
        )}
      </Field>
      <DialogActions onCancel={onCancel}>
        <Button type="submit" className="max-sm:flex-1">
          Continue
        </Button>
      </DialogActions>
    </form>
  );
}

const RANGE = `${formatWholeDollars(MIN_AMOUNT * 100)} to ${formatWholeDollars(MAX_AMOUNT * 100)}, whole dollars.`;
