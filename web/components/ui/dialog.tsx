import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** False while an operation runs that must not be interrupted: disables ×, Escape and outside clicks. */
  isClosable?: boolean;
  /** Such as `max-w-[860px]`; 440 px by default. */
  widthClass?: string;
  children: ReactNode;
}

/** A modal dialog; on a phone a bottom sheet. Import its users lazily: Radix weighs 14 kB. */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  isClosable = true,
  widthClass = 'max-w-[440px]',
  children,
}: DialogProps) {
  const focusReturn = useFocusReturn();

  const keepOpen = (event: Event) => {
    const isOnToast = event.target instanceof Element && event.target.closest('[data-sonner-toaster]');
    if (!isClosable || isOnToast) event.preventDefault();
  };

  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="overlay fixed inset-0 z-40 grid items-end overflow-y-auto bg-scrim sm:place-items-center sm:p-6">
          <Radix.Content
            {...focusReturn}
            onEscapeKeyDown={(event) => (isListOpen() ? event.preventDefault() : keepOpen(event))}
            onInteractOutside={keepOpen}
            {...(description === undefined && { 'aria-describedby': undefined })}
            className={clsx(
              'sheet relative w-full rounded-t-card bg-surface p-5 pb-8 text-ink shadow-float sm:rounded-card sm:p-8',
              widthClass,
            )}
          >
            <Radix.Title className="display pr-10 text-40">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description className="mt-2 text-ink-2">{description}</Radix.Description>
            )}
            <div className="mt-6">{children}</div>
            {isClosable && (
              <Radix.Close asChild>
                <IconButton label="Close" className="absolute top-3 right-3">
                  <X aria-hidden size={20} />
                </IconButton>
              </Radix.Close>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Whether Escape should close the suggestions of the focused field instead of the dialog, which receives the
 * key before the field. A command menu's (cmdk) list is always open, so there Escape closes the dialog.
 */
export const isListOpen = (): boolean =>
  document.activeElement?.matches('[role=combobox][aria-expanded=true]:not([cmdk-input])') ?? false;

/**
 * Returns the focus when a dialog without a trigger closes: to the element that had it, unless the focus has
 * moved elsewhere, or to the page if that element is gone. Spread the result on Radix's content.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  // A field with `autoFocus` takes the focus before Radix reports the opening.
  const [before] = useState(() => globalThis.document?.activeElement ?? null);

  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { activeElement } = document;
      const isLost = activeElement === document.body || isWithin(event.target, activeElement);
      const from = opener.current ?? before;
      const isAttached = from?.isConnected && from !== document.body;
      // The opener may have been re-rendered as another element with the same id, or removed, such as a
      // button for an action now done.
      const target = isAttached ? from : (byId(from) ?? document.getElementById('main'));
      if (isLost && target instanceof HTMLElement) target.focus();
    },
  };
}

const byId = (element: Element | null): Element | null => element && document.getElementById(element.id);

const isWithin = (container: EventTarget | null, element: Element | null): boolean =>
  container instanceof Node && container.contains(element);
