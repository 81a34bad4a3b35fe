import clsx from 'clsx';
import type { ReactNode } from 'react';

/**
 * How a value reads while its native control is not being edited, laid over the control's own text. Put both in a `group relative`.
 * The control stays what is pressed, edited and read out.
 */
export const ShownValue = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span
    aria-hidden
    className={clsx(
      'pointer-events-none absolute inset-y-1 left-[17px] flex items-center justify-between gap-3 bg-surface dark:bg-sunken',
      className,
    )}
  >
    {children}
  </span>
);
