import clsx from 'clsx';
import type { ComponentProps } from 'react';

interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does, for those who don't see the icon. */
  label: string;
}

/** A button that is only an icon, 44 px square however large text is set, for the icon does not grow with it. */
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
