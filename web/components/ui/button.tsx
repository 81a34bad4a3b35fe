import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react';
import { useHydrated } from '#web/lib/hydration.ts';
import { type ButtonLook, buttonClass } from './button-class.ts';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonLook {
  /** Its action is under way: presses do nothing, and it stays focusable so that the new label is read. */
  isPending?: boolean;
  /** Its label meanwhile, such as `Requesting...`. */
  pendingLabel?: string;
  /** Shown but not to be pressed now. Unlike `disabled` it stays focusable. */
  isUnavailable?: boolean;
  /** Looks unavailable and is announced so, but a press is answered: `onClick` says why. */
  isLocked?: boolean;
}

/** A button. In forms give `type="submit"`. */
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
  // On a page rendered ahead the browser itself would send the form, with all that was typed in the address.
  const isTooEarly = !useHydrated() && type === 'submit';

  // A double click presses once: by the second click the first may have made another button of it, such as Complete Ride of Start Ride.
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBlocked || event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };

  // A key that is held down presses once: focus may have moved on to another button by the time it repeats.
  const handleKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
    onKeyDown?.(event);
  };

  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || isTooEarly}
      className={buttonClass({ variant, size, className }, isDimmed)}
      aria-disabled={isDimmed || undefined}
      onClick={handleClick}
      onKeyDown={handleKeyDown}
    >
      {isPending && pendingLabel ? pendingLabel : children}
    </button>
  );
}
