import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextArea } from '#web/components/ui/text-input.tsx';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { DialogFooter } from '../dialog-footer.tsx';
import { sendKey } from '../keys/ops-keys.ts';

interface ReasonDialogProps {
  title: string;
  description: string;
  /** Label of the field: `Reason`. */
  label: string;
  hint: string;
  /** Error shown if the field is empty. */
  missing: string;
  max: number;
  button: string;
  pendingLabel: string;
  /** Performs the action and reports errors itself. @returns whether to close the dialog */
  act: (text: string) => Promise<boolean>;
  onClose: () => void;
}

/** A dialog for an action that requires a short text: a reason or a note. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, label, hint, missing, max, button, pendingLabel, act, onClose } = props;
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(problems);

  const { run, isPending } = useInFlight(async () => {
    const written = text.trim();
    setProblems(written === '' ? { text: missing } : {});
    if (written !== '' && (await act(written))) onClose();
  });

  return (
    <Dialog isOpen onClose={onClose} isClosable={!isPending} title={title} description={description}>
      <form
        ref={form}
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Field label={label} hint={hint} error={problems.text}>
          {(control) => (
            <TextArea
              {...control}
              name="text"
              autoFocus
              maxLength={max}
              value={text}
              onChange={({ target }) => setText(target.value)}
              {...sendKey(run)}
            />
          )}
        </Field>
        <DialogFooter isPending={isPending} onLeave={onClose}>
          <Button type="submit" isPending={isPending} pendingLabel={pendingLabel}>
            {button}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
