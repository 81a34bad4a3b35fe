import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useFocusReturn } from '#web/components/ui/dialog.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';

interface OpsPanelProps {
  onClose: () => void;
  /** Whether to print only the panel, without the page. */
  isPrintedAlone?: boolean;
  /** Must contain a Radix `Dialog.Title`, and a `Dialog.Description` if there is one. */
  children: ReactNode;
}

/** A non-modal panel beside a list, which stays usable; full screen on a phone. */
export function OpsPanel({ onClose, isPrintedAlone = false, children }: OpsPanelProps) {
  const focusReturn = useFocusReturn();
  return (
    <Dialog.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          {...focusReturn}
          {...(isPrintedAlone && { 'data-print-alone': true })}
          onInteractOutside={(event) => event.preventDefault()}
          className="side-panel fixed inset-y-0 right-0 z-40 flex w-full flex-col border-line bg-surface text-ink shadow-float sm:top-15 sm:w-[568px] sm:border-l"
        >
          {children}
          <Dialog.Close asChild>
            <IconButton label="Close" className="absolute top-4 right-4 print:hidden">
              <X aria-hidden size={20} />
            </IconButton>
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
