import { useState } from 'react';
import type { Alert } from '#common/alerts/alert.ts';
import { adviseOn } from '#common/alerts/alert-advice.ts';
import { resolveAlert } from '#common/alerts/alerts-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextArea } from '#web/components/ui/text-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { receiveAlertEvent } from '../board/board-store.ts';
import { DialogFoot } from '../dialog-foot.tsx';
import { sendKey } from '../keys/ops-keys.ts';
import { failAlertWrite } from './fail-alert-write.ts';

/** Resolves an alert by hand, with a note if there is something to say. */
export function ResolveDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { label, advice } = adviseOn(alert);

  const { run, isPending } = useInFlight(async () => {
    setRefusal(null);
    try {
      const resolved = await call(resolveAlert, { alertId: alert.id, version: alert.version, note });
      toast.success('Alert resolved', alert.subject.name);
      onClose();
      receiveAlertEvent([resolved]);
    } catch (error) {
      if (failAlertWrite('Not resolved', error)) onClose();
      else setRefusal(messageOf(error, 'The server didn’t answer. Please try again.'));
    }
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title={`Resolve “${label}”?`}
      description={`${alert.subject.name}. ${alert.text}`}
    >
      <p className="mb-5">{advice}</p>
      <Field label="Note" isOptional hint="Kept with the alert and in the log, with your name.">
        {(control) => (
          <TextArea
            {...control}
            {...sendKey(run)}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <DialogFoot leave="Leave it open" refusal={refusal} isPending={isPending} onLeave={onClose}>
        <Button isPending={isPending} pendingLabel="Saving..." onClick={run}>
          Resolve
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
