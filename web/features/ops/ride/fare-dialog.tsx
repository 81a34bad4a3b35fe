import { useState } from 'react';
import { formatCents } from '#common/money.ts';
import { decideFare } from '#common/rides/by-staff-api.ts';
import { feeBaseCents } from '#common/rides/cancellation.ts';
import { formatWaitedMinutes } from '#common/rides/unused-payment.ts';
import { reduceWaiting, type Waiting } from '#common/rides/waiting.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Stepper } from '#web/components/ui/stepper.tsx';
import { call } from '#web/lib/call.ts';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { DialogFooter } from '../dialog-footer.tsx';
import { DollarField } from './dollar-field.tsx';
import { DispatcherLimit, outcomeRows } from './final-fare.tsx';
import { MoneyList } from './money-list.tsx';
import { ReasonField } from './reason-field.tsx';
import { type FinalFareDialogProps, useFinalFare } from './use-final-fare.ts';

/**
 * Confirms the final fare and the waiting that a driver completed a ride with, or sets others with a reason.
 */
export function FareDialog({ ride, isAdmin, onClose }: FinalFareDialogProps) {
  const proposedCents = ride.fareReview?.proposedCents ?? 0;
  const { waiting } = ride;
  const [minutes, setMinutes] = useState<number | null>(waiting?.minutes ?? 0);
  const isReduced = waiting !== null && minutes !== waiting.minutes;
  const isOtherThanProposed = (cents: number | null) => cents !== proposedCents || isReduced;
  const { amount, setAmount, reason, setReason, problems, form, fareCents, run, isPending, isOver } =
    useFinalFare({
      ride,
      isAdmin,
      onClose,
      action: 'fare',
      firstCents: proposedCents,
      takesReason: isOtherThanProposed,
      otherProblems: waiting ? problemOfWaiting(waiting, minutes) : {},
      send: (decision) =>
        call(decideFare, {
          rideId: ride.id,
          version: decision.version,
          finalFareCents: decision.fareCents,
          ...(isReduced && minutes !== null && { waitingMinutes: minutes }),
          ...(isOtherThanProposed(decision.fareCents) && { reason: decision.reason }),
        }),
      formatDone: (cents) => `The final fare is ${formatCents(cents)}`,
      refusal: 'Not decided',
    });
  const isOther = isOtherThanProposed(fareCents);
  const decided = {
    ...ride,
    waiting: waiting && minutes !== null ? reduceWaiting(waiting, minutes) : waiting,
  };
  const waited = waiting ? `, with ${formatWaitedMinutes(waiting)} of waiting` : '';

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title="Decide the final fare"
      description={`${ride.driver?.firstName ?? 'The driver'} completed ride ${ride.reference} for ${formatCents(proposedCents)} of ${formatCents(feeBaseCents(ride))}${waited}.`}
      widthClass="max-w-[560px]"
    >
      <form
        ref={form}
        noValidate
        aria-busy={isPending}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <div className="grid items-start gap-4 sm:grid-cols-[150px_1fr]">
          <DollarField
            label="Final fare"
            name="finalFareCents"
            value={amount}
            onChange={setAmount}
            error={problems.finalFareCents}
          />
          {waiting && (
            <Field label="Minutes of waiting" error={problems.waitingMinutes}>
              {(control) => (
                <Stepper
                  control={control}
                  value={minutes}
                  onChange={setMinutes}
                  min={0}
                  max={waiting.minutes}
                  step={1}
                  unit="minutes"
                />
              )}
            </Field>
          )}
          {isOther && (
            <div className={waiting ? 'sm:col-span-2' : ''}>
              <ReasonField value={reason} onChange={setReason} error={problems.reason} />
            </div>
          )}
        </div>
        <MoneyList className="my-5" rows={outcomeRows(decided, fareCents)} />
        {!isAdmin && <DispatcherLimit ride={ride} />}
        <DialogFooter
          refusal={isOver ? 'Meanwhile the final fare was decided.' : null}
          isPending={isPending}
          onLeave={onClose}
        >
          <Button type="submit" isPending={isPending} pendingLabel="Saving...">
            {isOther ? 'Set' : 'Confirm'} {fareCents === null ? 'final fare' : formatCents(fareCents)}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

const problemOfWaiting = (waiting: Waiting, minutes: number | null): FieldErrors =>
  minutes !== null && Number.isInteger(minutes) && minutes >= 0 && minutes <= waiting.minutes
    ? {}
    : { waitingMinutes: `Please enter whole minutes, up to ${waiting.minutes}.` };
