import clsx from 'clsx';
import { type MouseEvent, type ReactNode, useId } from 'react';

interface PopoverProps {
  /** The content of the button that opens the panel. */
  trigger: ReactNode;
  triggerClass?: string;
  /** Id of the button, by which a dialog returns the focus to it after it was rendered elsewhere. */
  triggerId?: string;
  /** The accessible name of the button, when the trigger has no such text. */
  label?: string;
  /** The side on which panel and button align; `up` opens the panel above a button at the window's bottom. */
  align?: 'left' | 'right' | 'up';
  panelClass?: string;
  onOpen?: () => void;
  children: ReactNode;
}

/**
 * A panel below its button, based on the native popover, which provides Escape, light dismiss, focus order
 * and `aria-expanded`. Activating a link or button in it closes it.
 */
export function Popover({
  trigger,
  triggerClass,
  triggerId,
  label,
  align = 'left',
  panelClass,
  onOpen,
  children,
}: PopoverProps) {
  const id = useId();

  const handleClick = (event: MouseEvent<HTMLDivElement>) => {
    const isChoice = event.target instanceof Element && event.target.closest('a, button');
    if (isChoice) event.currentTarget.hidePopover();
  };

  return (
    <>
      <button
        type="button"
        id={triggerId}
        popoverTarget={id}
        aria-label={label}
        className={clsx('popover-button', triggerClass)}
      >
        {trigger}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: listens to the choices inside it, which have keys of their own */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a choice is a click */}
      <div
        id={id}
        popover="auto"
        onClick={handleClick}
        onToggle={({ newState }) => newState === 'open' && onOpen?.()}
        className={clsx(
          'popover rounded-card bg-surface text-ink shadow-float',
          align === 'right' && 'popover-right',
          align === 'up' && 'popover-up',
          panelClass,
        )}
      >
        {children}
      </div>
    </>
  );
}
