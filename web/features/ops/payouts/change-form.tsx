import { useState } from 'react';
import type { Statement } from '#common/statements/statement.ts';
import { addStatementChange, newChangeSchema } from '#common/statements/statements-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { isClientError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { sendOnce } from '../send-once.ts';
import { useStaffForm } from '../use-staff-form.ts';
import { parseSignedDollars } from './format-payout.ts';

interface ChangeFormProps {
  driverId: string;
  week: string;
  onAdded: (statement: Statement) => void;
  /** Called when the change may have been added, but no answer came. */
  onUnknown: () => void;
  onCancel: () => void;
}

/** Form for a manual change to a driver's week: amount and reason. */
export function ChangeForm({ driverId, week, onAdded, onUnknown, onCancel }: ChangeFormProps) {
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const change = { week, cents: parseSignedDollars(amount) ?? Number.NaN, reason: reason.trim() };
  const form = useStaffForm({
    check: () => newChangeSchema.safeParse(change).error?.issues ?? [],
    save: async () => {
      const input = { driverId, ...change };
      const send = (idempotencyKey: string) => call(addStatementChange, input, { idempotencyKey });
      const statement = await sendOnce(input, send).catch((error: unknown) => {
        if (!isClientError(error)) onUnknown();
        throw error;
      });
      onAdded(statement);
    },
  });

  return (
    <form
      ref={form.ref}
      noValidate
      aria-label="Add a change"
      onSubmit={form.onSubmit}
      className="grid gap-4 print:hidden"
    >
      <div className="grid gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <Field label="Amount" error={form.problems.cents} hint="Use − to deduct">
          {(control) => (
            <TextInput
              {...control}
              name="cents"
              inputMode="text"
              autoComplete="off"
              placeholder="+20.00"
              value={amount}
              onChange={({ target }) => setAmount(target.value)}
            />
          )}
        </Field>
        <Field label="Why" error={form.problems.reason} hint="The driver sees this">
          {(control) => (
            <TextInput
              {...control}
              name="reason"
              maxLength={200}
              autoComplete="off"
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      </div>
      <p role="alert" className="text-14 text-danger empty:hidden">
        {form.failure}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isPending={form.isPending} pendingLabel="Adding...">
          Add change
        </Button>
        <Button variant="outline" isUnavailable={form.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
