import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react';
import { useHydrated } from '#web/lib/hydration.ts';
import { type ButtonLook, buttonClass } from './button-class.ts';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonLook {
  /** Whether its action is running. Clicks do nothing; it stays focusable, so that the new label is read. */
  isPending?: boolean;
  /** The label while `isPending`, such as `Requesting...`. */
  pendingLabel?: string;
  /** Whether clicks do nothing. Unlike `disabled`, the button stays focusable. */
  isUnavailable?: boolean;
  /** Whether it looks and is announced unavailable. A click still calls `onClick`, which explains why. */
  isLocked?: boolean;
}

/** A button. In forms, pass `type="submit"`. */
export function Button({
  variant,
  size,
  className,
  isPending = false,
  pendingLabel,
  isUnavailable = false,
  isLocked = false,
  type = 'button',
  disabled = false,
  onClick,
  onKeyDown,
  children,
  ...rest
}: ButtonProps) {
  const isBlocked = isPending || isUnavailable;
  const isDimmed = isBlocked || isLocked;
  // Before hydration, the browser itself would submit the form, with its values in the URL.
  const isTooEarly = !useHydrated() && type === 'submit';

  // A double click counts once, because the first click may have turned this into another button (Start, then
  // Complete Ride).
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBlocked || event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };

  // A key held down counts once, because the focus may have moved to another button by the time it repeats.
  const handleKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
    onKeyDown?.(event);
  };

  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || isTooEarly}
      className={buttonClass({ variant, size, className }, isDimmed || disabled)}
      aria-disabled={isDimmed || undefined}
      onClick={handleClick}
      onKeyDown={handleKeyDown}
    >
      {isPending && pendingLabel ? pendingLabel : children}
    </button>
  );
}
