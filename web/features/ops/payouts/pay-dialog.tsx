import { useState } from 'react';
import { formatCents } from '#common/money.ts';
import { formatBeingChecked } from '#common/statements/being-checked.ts';
import { addSums, type StatementSummary } from '#common/statements/statement.ts';
import { payStatements } from '#common/statements/statements-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError, isClientError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { messageOf, NO_ANSWER_RETRY } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { DialogFooter } from '../dialog-footer.tsx';
import { BEING_CHECKED_NOTE, formatRideCount } from './format-payout.ts';

interface PayDialogProps {
  week: string;
  /** The week in words. */
  title: string;
  statements: readonly StatementSummary[];
  /** Called with those that this request marked, without those that an earlier one had marked. */
  onPaid: (statements: readonly StatementSummary[]) => void;
  /** Another user was first, or an amount has changed. */
  onConflict: () => void;
  /** No reply says whether they were marked. */
  onUnknown: () => void;
  onClose: () => void;
}

/** Confirms marking drivers as paid, with the sum. */
export function PayDialog({
  week,
  title,
  statements,
  onPaid,
  onConflict,
  onUnknown,
  onClose,
}: PayDialogProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const sum = formatCents(addSums(statements).paysCents);
  const who = statements.length === 1 ? (statements[0]?.driverName ?? '') : `${statements.length} drivers`;

  const { run, isPending } = useInFlight(async () => {
    setRefusal(null);
    try {
      const sent = statements.map(({ driverId, paysCents }) => ({ driverId, paysCents }));
      const paid = await call(payStatements, { week, statements: sent });
      toast.success('Marked as paid', `${who}, ${sum}`);
      onPaid(paid.statements);
    } catch (error) {
      const message = messageOf(error, NO_ANSWER_RETRY);
      if (error instanceof ApiError && error.status === 409) {
        toast.error('Not marked', message);
        onConflict();
        return;
      }
      setRefusal(message);
      if (!isClientError(error)) onUnknown();
    }
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title={`Mark ${sum} as paid?`}
      description={`${title}. After that, the week can’t change for ${who}.`}
    >
      <ul className="max-h-[40dvh] overflow-y-auto border-line border-t">
        {statements.map(({ driverId, driverName, paysCents, rideCount, underReviewCount }) => (
          <li key={driverId} className="flex justify-between gap-4 border-line border-b py-2.5">
            <span className="min-w-0 wrap-anywhere">
              {driverName}
              {underReviewCount && (
                <span className="block text-14 text-warn">
                  {formatRideCount(rideCount)}, {formatBeingChecked(underReviewCount)}
                </span>
              )}
            </span>
            <span className="figures">{formatCents(paysCents)}</span>
          </li>
        ))}
      </ul>
      {statements.some(({ underReviewCount }) => underReviewCount) && (
        <p className="mt-3 text-14 text-ink-2">{BEING_CHECKED_NOTE}</p>
      )}
      <DialogFooter leave="Not yet" refusal={refusal} isPending={isPending} onLeave={onClose}>
        <Button isPending={isPending} pendingLabel="Marking..." onClick={run}>
          {statements.length === 1 ? 'Mark as paid' : `Mark ${statements.length} as paid`}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
