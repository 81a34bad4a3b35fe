import { useState } from 'react';
import type { Alert } from '#common/alerts/alert.ts';
import { alertPresentation } from '#common/alerts/alert-advice.ts';
import { resolveAlert } from '#common/alerts/alerts-api.ts';
import { formatTimeWithZone } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextArea } from '#web/components/ui/text-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { call } from '#web/lib/call.ts';
import { messageOf, NO_ANSWER_RETRY } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { receiveAlertEvent } from '../board/board-store.ts';
import { DialogFooter } from '../dialog-footer.tsx';
import { sendKey } from '../keys/ops-keys.ts';
import { failAlertWrite } from './fail-alert-write.ts';

interface ResolveDialogProps {
  opened: Alert;
  /** The alert's current state; null when the store no longer has it, because it was resolved. */
  live: Alert | null;
  onClose: () => void;
}

/**
 * Resolves an alert by hand, with an optional note. If another staff member resolves it meanwhile, shows who
 * did and keeps the note visible until the dialog is closed.
 */
export function ResolveDialog({ opened, live, onClose }: ResolveDialogProps) {
  const alert = live ?? opened;
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<{ text: string; isConflict: boolean } | null>(null);
  const { label, advice } = alertPresentation(alert);

  const { run, isPending } = useInFlight(async () => {
    if (isOver) return;
    setRefusal(null);
    try {
      const resolved = await call(resolveAlert, { alertId: alert.id, version: alert.version, note });
      toast.success('Alert resolved', alert.subject.name);
      onClose();
      receiveAlertEvent([resolved]);
    } catch (error) {
      setRefusal({
        isConflict: failAlertWrite('Not resolved', error),
        text: messageOf(error, NO_ANSWER_RETRY),
      });
    }
  });
  // While our own request is pending, its event may arrive before the reply.
  const isOver = (!live || live.resolvedAt !== null) && !isPending;
  const conflict = refusal?.isConflict ? refusal.text : null;

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title={`Resolve “${label}”?`}
      description={`${alert.subject.name}. ${alert.text}`}
    >
      <p className="mb-5">{advice}</p>
      <Field
        label="Note"
        isOptional
        hint={
          isOver
            ? formatKept(note.trim(), alert, !live && refusal?.isConflict === false)
            : 'Saved with the alert and in the log, with your name.'
        }
      >
        {(control) => (
          <TextArea
            {...control}
            {...sendKey(run)}
            readOnly={isOver}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <DialogFooter
        leave={isOver ? 'Close it' : 'Leave it open'}
        refusal={
          isOver ? (formatOver(alert) ?? conflict ?? 'This has already been resolved.') : refusal?.text
        }
        isPending={isPending}
        onLeave={onClose}
      >
        {!isOver && (
          <Button isPending={isPending} pendingLabel="Saving..." onClick={run}>
            Resolve
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

/**
 * What became of the typed note. It is saved if our request resolved the alert and its reply was lost; if the
 * event was lost too, nobody here knows.
 */
function formatKept(typed: string, { note }: Alert, isUnsure: boolean): string {
  if (typed !== '' && typed === note) return 'Saved with the alert.';
  return isUnsure ? 'It may be saved with the alert.' : 'Not saved.';
}

/** `Dana Reyes resolved this at 4:12 PM PST.`; null when the alert is not known to be resolved. */
function formatOver({ resolvedAt, resolvedBy }: Alert): string | null {
  if (!resolvedAt) return null;
  const at = formatTimeWithZone(new Date(resolvedAt));
  return resolvedBy ? `${resolvedBy.name} resolved this at ${at}.` : `This cleared at ${at}.`;
}
