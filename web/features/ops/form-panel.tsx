import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { isListOpen, useFocusReturn } from '#web/components/ui/dialog.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import type { StaffForm } from './use-staff-form.ts';

interface FormPanelProps {
  title: string;
  form: StaffForm;
  /** Label of the submit button: `Add vehicle`. */
  submitLabel: string;
  /** Whether a file is being uploaded, which disables saving. */
  isSendingFile?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a panel at the right, full screen on a phone. Its buttons stay visible at the bottom. */
export function FormPanel({
  title,
  form,
  submitLabel,
  isSendingFile = false,
  onClose,
  children,
}: FormPanelProps) {
  const focusReturn = useFocusReturn();

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && !form.isPending && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="overlay fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          {...focusReturn}
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => (form.isPending || isListOpen()) && event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          className="side-panel fixed inset-y-0 right-0 z-50 flex w-[568px] max-w-full flex-col border-line bg-surface text-ink sm:border-l"
        >
          <header className="flex min-h-15 shrink-0 items-center justify-between gap-4 border-line border-b py-2 pr-2 pl-5 sm:pl-8">
            <Radix.Title className="display text-28">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close">
                <X aria-hidden size={20} />
              </IconButton>
            </Radix.Close>
          </header>
          <form
            ref={form.ref}
            noValidate
            aria-label={title}
            onSubmit={form.onSubmit}
            className="flex min-h-0 flex-1 flex-col"
          >
            <div className="grid flex-1 content-start gap-9 overflow-y-auto overscroll-contain px-5 py-6 sm:px-8">
              {children}
            </div>
            <div className="grid gap-3 border-line border-t px-5 py-4 sm:px-8">
              <p role="alert" className="text-14 text-danger empty:hidden">
                {form.failure}
              </p>
              <div className="flex flex-wrap gap-3">
                <Button
                  type="submit"
                  isPending={form.isPending || isSendingFile}
                  pendingLabel={form.isPending ? 'Saving...' : 'Sending the file...'}
                >
                  {submitLabel}
                </Button>
                <Button variant="outline" isUnavailable={form.isPending} onClick={onClose}>
                  Cancel
                </Button>
              </div>
            </div>
          </form>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A group of fields under a heading. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-4">
    <h3 className="display text-22">{title}</h3>
    {children}
  </section>
);
