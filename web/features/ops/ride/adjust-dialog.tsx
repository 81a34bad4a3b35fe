import { useState } from 'react';
import { formatMoment } from '#common/format-date-time.ts';
import { formatCents, formatDollars, parseDollars } from '#common/money.ts';
import { adjustRide } from '#common/rides/by-staff-api.ts';
import { refundedByStaffCents } from '#common/rides/fare-review.ts';
import {
  DISPATCHER_LIMIT_CENTS,
  MAX_CHARGE_CENTS,
  MIN_CHARGE_CENTS,
  sumCents,
} from '#common/rides/ride-money.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useNow } from '#web/lib/use-now.ts';
import { DialogFooter } from '../dialog-footer.tsx';
import { sendOnce } from '../send-once.ts';
import { actionsFor } from './actions-for.ts';
import { isGone, receiveReply, reportRideError } from './dispatch-actions.ts';
import { DollarField } from './dollar-field.tsx';
import { MoneyList, MoneyTotal } from './money-list.tsx';
import { problemOfReason, ReasonField } from './reason-field.tsx';
import type { RideDialogProps } from './ride-text-dialogs.tsx';

type Kind = 'refund' | 'charge';

interface AdjustDialogProps extends RideDialogProps {
  /** Admins have no own limit: refunds are limited by the amount paid, charges by `MAX_CHARGE_CENTS`. */
  isAdmin: boolean;
}

/**
 * Refunds part of the payment, or charges more by an emailed link; both require a reason. The choice, its
 * limits and the version sent are those at opening: if the ride has changed meanwhile, the server refuses.
 * What was typed stays, and the next press is about the ride as it is then. The button stays even when the
 * ride no longer allows it, because after a lost reply it may have been this very request.
 */
export function AdjustDialog({ ride, isAdmin, onClose }: AdjustDialogProps) {
  const now = useNow();
  const [opened] = useState(ride);
  const [seen, setSeen] = useState(ride);
  const options = optionsOf(opened);
  const [kind, setKind] = useState<Kind>(options[0].value);
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(problems);
  const amountCents = parseDollars(amount);
  const { mostCents } = limitsOf(seen, kind, isAdmin);
  const isOver = !actionsFor(ride).includes('adjust');

  const { run, isPending } = useInFlight(async () => {
    const wrong = problemsOf({ kind, amountCents, reason, mostCents });
    setProblems(wrong);
    if (amountCents === null || Object.keys(wrong).length > 0) return;
    const body = { rideId: ride.id, kind, amountCents, reason: reason.trim() };
    try {
      // After a lost reply the ride has a newer version, created by this very request. The server looks for
      // the key before it compares versions.
      const adjusted = await sendOnce(body, (idempotencyKey) =>
        call(adjustRide, { ...body, version: seen.version }, { idempotencyKey }),
      );
      receiveReply(adjusted);
      toast.success(...formatDone(kind, amountCents, ride));
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.issues.length > 0) {
        setProblems(fieldErrors(error.issues));
        return;
      }
      const newest = await reportRideError('Not adjusted', error, ride.id);
      if (newest) setSeen(newest);
      else if (isGone(error)) onClose();
    }
  });

  const sum = amountCents ? ` ${formatCents(amountCents)}` : '';
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title="Adjust charge"
      description={`${ride.customerName}, ${formatMoment(new Date(ride.scheduledAt), now)}, ride ${ride.reference}`}
      widthClass="max-w-[520px]"
    >
      <form
        ref={form}
        noValidate
        aria-label="Adjust charge"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <SegmentedControl
          label="What to do"
          look="strip"
          options={options}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setProblems({});
          }}
        />
        <div className="mt-5 grid items-start gap-4 sm:grid-cols-[150px_1fr]">
          <DollarField
            label="Amount"
            name="amountCents"
            value={amount}
            onChange={setAmount}
            error={problems.amountCents}
          />
          <ReasonField
            value={reason}
            onChange={setReason}
            error={problems.reason}
            hint={kind === 'charge' ? `${ride.customerName} reads it.` : undefined}
          />
        </div>
        <p aria-live="polite" className="mt-2 mb-5 text-14 text-ink-2">
          {limitsOf(ride, kind, isAdmin).limitText}
        </p>
        <Outcome ride={ride} kind={kind} amountCents={amountCents ?? 0} />
        <DialogFooter
          // While our own request is pending, its event may arrive before the reply.
          refusal={isOver && !isPending ? formatOver(ride, opened) : null}
          isPending={isPending}
          onLeave={onClose}
        >
          <Button type="submit" isPending={isPending} pendingLabel="Saving...">
            {kind === 'refund' ? `Give back${sum}` : `Charge${sum || ' more'}`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** What happened to a ride that no longer allows an adjustment. */
function formatOver(ride: StaffRide, opened: StaffRide): string {
  const isCancelled = ride.status === 'cancelled' && opened.status !== 'cancelled';
  const happened = isCancelled ? 'the ride was cancelled' : 'everything paid was given back';
  return `Meanwhile ${happened}. The charge can no longer be adjusted.`;
}

const CHARGE_ONLY = [{ value: 'charge', label: 'Charge more' }] as const;
const REFUND_ONLY = [{ value: 'refund', label: 'Give back' }] as const;
const BOTH = [...REFUND_ONLY, ...CHARGE_ONLY] as const;

/** The possible adjustments: what was paid can be given back, and a cancelled ride cannot be charged. */
function optionsOf({ status, refundableCents }: StaffRide) {
  if (status === 'cancelled') return REFUND_ONLY;
  return refundableCents > 0 ? BOTH : CHARGE_ONLY;
}

/** The resulting amounts. */
const Outcome = ({ ride, kind, amountCents }: { ride: StaffRide; kind: Kind; amountCents: number }) => (
  <>
    <MoneyList
      className="mb-3"
      rows={
        kind === 'refund'
          ? [
              { label: 'Paid, not given back', cents: ride.refundableCents },
              { label: 'Goes back', cents: -amountCents },
              { label: 'Driver’s share stays', cents: ride.driverShareCents },
            ]
          : [
              { label: 'Fare as booked', cents: ride.fare.fareCents },
              { label: 'Extra charge', cents: amountCents },
            ]
      }
    />
    {kind === 'refund' ? (
      <MoneyTotal label="Left after this" cents={Math.max(0, ride.refundableCents - amountCents)} />
    ) : (
      <p className="text-14 text-ink-2">
        A link to pay {formatCents(amountCents)} is emailed to {ride.customerName}’s account address. Nothing
        is charged until they pay.
      </p>
    )}
  </>
);

interface Limits {
  mostCents: number;
  limitText: string;
}

/** The most that this user may refund or charge, with the reason. */
function limitsOf(ride: StaffRide, kind: Kind, isAdmin: boolean): Limits {
  if (kind === 'refund' && ride.refundableCents === 0) {
    return { mostCents: 0, limitText: 'Nothing is left to give back.' };
  }
  const paid = formatCents(ride.refundableCents);
  const limit = formatDollars(DISPATCHER_LIMIT_CENTS);
  const adjustedCents =
    kind === 'refund'
      ? refundedByStaffCents(ride)
      : sumCents(
          ride.charges
            .filter(({ kind: of, status }) => of === 'adjustment' && (status === 'open' || status === 'paid'))
            .map(({ amountCents }) => amountCents),
        );
  const leftCents = Math.max(0, DISPATCHER_LIMIT_CENTS - adjustedCents);
  const isLimited = !isAdmin && (kind === 'charge' || leftCents < ride.refundableCents);
  if (isLimited) {
    const used = adjustedCents > 0 ? `, ${formatCents(adjustedCents)} of it used` : '';
    return {
      mostCents: leftCents,
      limitText: `Dispatchers can adjust up to ${limit} a ride${used}. Admins can adjust more.`,
    };
  }
  return kind === 'refund'
    ? { mostCents: ride.refundableCents, limitText: `At most ${paid}, what was paid.` }
    : { mostCents: MAX_CHARGE_CENTS, limitText: `At most ${formatDollars(MAX_CHARGE_CENTS)}.` };
}

interface Asked {
  mostCents: number;
  kind: Kind;
  amountCents: number | null;
  reason: string;
}

function problemsOf({ kind, amountCents, reason, mostCents }: Asked): FieldErrors {
  const leastCents = kind === 'charge' ? MIN_CHARGE_CENTS : 1;
  return {
    ...((amountCents === null || amountCents < leastCents) && {
      amountCents: amountCents && kind === 'charge' ? 'At least $0.50.' : 'Please enter an amount.',
    }),
    ...(amountCents !== null &&
      amountCents > mostCents && { amountCents: `At most ${formatCents(mostCents)}.` }),
    ...problemOfReason(reason),
  };
}

const formatDone = (kind: Kind, amountCents: number, ride: StaffRide): [title: string, text: string] =>
  kind === 'refund'
    ? [`${formatCents(amountCents)} goes back`, `${ride.customerName} gets it in 5 to 7 business days.`]
    : [`${formatCents(amountCents)} charged`, `A payment link is on its way to ${ride.customerName}.`];
