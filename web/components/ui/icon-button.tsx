import clsx from 'clsx';
import type { ComponentProps } from 'react';

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name. */
  label: string;
}

/** An icon button. Always 44 px square, since the icon does not scale with the text size. */
export const IconButton = ({ label, className, ...rest }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    {...rest}
    className={clsx(
      'inline-grid size-[44px] shrink-0 place-items-center rounded-field text-ink transition-colors hover:bg-sunken',
      className,
    )}
  />
);
