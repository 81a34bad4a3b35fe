import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import type { ButtonVariant } from '#web/components/ui/button-class.ts';

const Dialog = lazy(() =>
  import('#web/components/ui/dialog.tsx').then(({ Dialog }) => ({ default: Dialog })),
);

interface FormDialogButtonProps {
  label: string;
  /** The accessible name, where several buttons share the same label. */
  accessibleLabel?: string;
  variant?: ButtonVariant;
  /** The dialog's title. */
  title: string;
  description?: string;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a form in a dialog. The dialog's code loads with the first click. */
export function FormDialogButton({
  label,
  accessibleLabel,
  variant = 'outline',
  title,
  description,
  children,
}: FormDialogButtonProps) {
  // A new object each time it opens, so that a late reply closes only the dialog it belongs to.
  const [opened, setOpened] = useState<object | null>(null);
  const close = () => setOpened((now) => (now === opened ? null : now));

  return (
    <>
      <Button variant={variant} aria-label={accessibleLabel} onClick={() => setOpened({})}>
        {label}
      </Button>
      {opened && (
        <Suspense>
          <Dialog isOpen onClose={close} title={title} description={description} widthClass="max-w-[640px]">
            {children(close)}
          </Dialog>
        </Suspense>
      )}
    </>
  );
}
