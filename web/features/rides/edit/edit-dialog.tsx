import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react';
import { formatCents } from '#common/money.ts';
import type { EditChanges, EditQuote } from '#common/rides/edit-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { ApiError, isClientError } from '#web/lib/api-error.ts';
import { messageOf, NO_ANSWER_RETRY } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { changesIn, type EditableRide, type EditDraft, earlyErrors, editedDraft } from './edit-draft.ts';
import { EditFare } from './edit-fare-table.tsx';
import { DetailFields, RouteFields, TripFields } from './edit-fields.tsx';
import { type FetchEditQuote, useEditQuote } from './use-edit-quote.ts';

/** An edit to be saved. */
interface SentEdit {
  rideId: string;
  /** The version and the fare shown on screen. */
  version: number;
  expectedFareCents: number;
  changes: EditChanges;
}

/** The API calls and texts of the dialog, for the rider or for staff. */
export interface Editor {
  /** Quotes an edit. Must be a stable reference: a new function triggers a new quote. */
  ask: FetchEditQuote;
  /** Saves the edit, shows the outcome and closes the dialog. @throws ApiError */
  save: (edit: SentEdit, quote: EditQuote) => Promise<void>;
  /** Reloads the ride after a conflict. */
  reread: () => Promise<unknown>;
  /** Text below the title: before a driver has accepted, and afterwards. */
  open: string;
  accepted: string;
  /** Says that the ride can no longer be edited. */
  over: string;
  /** Label of an amount due, and of the button that leads to its payment. */
  dueLabel: string;
  dueButton: (sum: string) => string;
  /** Explains that the ride stays unchanged until the amount is paid. */
  heldNote: string;
  /** Describes the outcome of an edit without an amount due. */
  outcome: (quote: EditQuote) => string;
}

interface EditDialogProps {
  ride: EditableRide;
  editor: Editor;
  /** The ride can no longer be edited. Closes the dialog, after the reply to a request in flight. */
  isOver: boolean;
  onClose: () => void;
  /** Shown above the buttons. */
  children?: ReactNode;
}

/** Edits a paid ride: everything until a driver accepts, then only passenger, flight and requests. */
export function EditDialog({ ride, editor, isOver, onClose, children }: EditDialogProps) {
  const edit = useRideEdit(ride, editor);
  const { form, fields, quote, isAsked, refusal, handleRetry, handleSubmit, isPending, canSave } = edit;
  const { unsure, isSaved } = edit;
  const isOvertaken = isOver && !isPending && !isSaved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!isOvertaken) return;
    if (unsure === null) toast.error('Not changed', editor.over);
    else toastFailure('Not changed', unsure, editor.over);
    onClose();
  }, [isOvertaken]);

  const isOpen = ride.status === 'requested';
  const dueCents = quote?.dueCents ?? 0;

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title="Edit this ride"
      description={isOpen ? editor.open : editor.accepted}
      widthClass={isOpen ? 'max-w-[992px]' : 'max-w-[560px]'}
    >
      <form
        ref={form}
        noValidate
        onSubmit={handleSubmit}
        aria-busy={isPending}
        className={
          isOpen
            ? 'grid items-start gap-8 lg:grid-cols-[minmax(0,520fr)_minmax(0,360fr)] lg:gap-12'
            : 'grid gap-6'
        }
      >
        <div className="grid gap-5">
          {isOpen && <RouteFields {...fields} />}
          {isOpen && <TripFields {...fields} />}
          <DetailFields {...fields} />
        </div>
        <div className="grid gap-5 lg:sticky lg:top-6">
          {isOpen && (
            <div className="rounded-card border border-line bg-bg p-5 sm:p-6">
              {quote ? (
                <EditFare
                  ride={ride}
                  quote={quote}
                  dueLabel={editor.dueLabel}
                  outcome={editor.outcome(quote)}
                />
              ) : (
                <CostOnItsWay isAsked={isAsked} />
              )}
            </div>
          )}
          {!isOpen && quote && <p aria-live="polite">{editor.outcome(quote)}</p>}
          {refusal && (
            <div role="alert" className="rounded-field border border-danger p-4 text-14">
              <p>{refusal}</p>
              {handleRetry && (
                <Button variant="outline" className="mt-3" onClick={handleRetry}>
                  Try again
                </Button>
              )}
            </div>
          )}
          {dueCents > 0 && <p className="text-14 text-ink-2">{editor.heldNote}</p>}
          {children}
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outline" size={48} isUnavailable={isPending} onClick={onClose}>
              Keep as it was
            </Button>
            <Button
              type="submit"
              size={48}
              isPending={isPending}
              pendingLabel="Saving..."
              isUnavailable={!canSave}
            >
              {dueCents > 0 ? editor.dueButton(formatCents(dueCents)) : 'Save changes'}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}

/**
 * The edit being typed: its fields, what it costs, and saving it.
 *
 * @returns `quote`, its cost, once `isAsked` was answered; `refusal`, why it cannot be saved, `unsure`, the
 * error of an attempt that may have worked, and `handleRetry`, to ask again; null for none
 */
function useRideEdit(ride: EditableRide, editor: Editor) {
  // Only the fields typed here are stored, so that they do not overwrite a concurrent change of other fields.
  const [typed, setTyped] = useState<Partial<EditDraft>>({});
  const [failure, setFailure] = useState<unknown>(null);
  // Kept when a later attempt is refused, perhaps for the very change that this one made.
  const [unsure, setUnsure] = useState<unknown>(null);
  // `onClose` may take effect on a later render.
  const [isSaved, setIsSaved] = useState(false);
  const [attempt, setAttempt] = useState<object | null>(null);
  const form = useFocusFirstInvalid(attempt ?? NONE);
  const draft = editedDraft(ride, typed);
  const { changes, errors } = changesIn(ride, draft);
  const isValid = Object.keys(errors).length === 0;
  const { cost, reload } = useEditQuote({
    rideId: ride.id,
    changes: isValid ? changes : null,
    version: ride.version,
    ask: editor.ask,
  });
  const hasChanges = !isValid || Object.keys(changes).length > 0;
  const quote = isValid ? cost.quote : null;
  const refused = isValid && cost.phase === 'refused' ? cost : null;

  const { run, isPending } = useInFlight(async () => {
    if (!isValid) return setAttempt({});
    if (cost.phase !== 'ready') return;
    setFailure(null);
    const { version, fare } = cost.quote;
    try {
      await editor.save({ rideId: ride.id, version, changes, expectedFareCents: fare.fareCents }, cost.quote);
      setIsSaved(true);
    } catch (error) {
      setFailure(error);
      if (!isClientError(error)) setUnsure(error);
      if (!(error instanceof ApiError) || error.status !== 409) return;
      await editor.reread().catch(() => null);
      // Rates and surge calendar can change what the edit costs without changing the ride.
      reload();
    }
  });

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (hasChanges) void run();
  };
  const fields = {
    ride,
    draft,
    errors: { ...(attempt ? errors : earlyErrors(errors, draft)), ...refused?.errors },
    onEdit: (change: Partial<EditDraft>) => setTyped((before) => ({ ...before, ...change })),
  };
  const isFieldsFault = Object.keys(refused?.errors ?? {}).length > 0;
  const problem = failure === null ? null : messageOf(failure, NO_ANSWER_RETRY);
  const refusal = problem ?? (isFieldsFault ? null : refused?.reason);
  const handleRetry = () => {
    setFailure(null);
    reload();
  };

  return {
    form,
    fields,
    quote,
    isAsked: isValid && !refused,
    refusal,
    unsure,
    isSaved,
    handleRetry: refused && !refused.isFinal ? handleRetry : null,
    handleSubmit,
    isPending,
    canSave: hasChanges && (!isValid || cost.phase === 'ready'),
  };
}

const NONE = {};

const CostOnItsWay = ({ isAsked }: { isAsked: boolean }) =>
  isAsked ? (
    <LoadingLine label="Getting the fare..." />
  ) : (
    <p className="text-14 text-ink-2">The fare is calculated once the fields are filled in.</p>
  );
