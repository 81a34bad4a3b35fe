import clsx from 'clsx';
import type { ReactNode } from 'react';

/**
 * The formatted value of a native control, laid over the control's own text while it is not edited. Put both
 * in a `group relative`; the control stays what is clicked, edited and read out. A control that can be locked is a `peer`, before it, so
 * that the value is muted with it.
 */
export const ShownValue = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span
    aria-hidden
    className={clsx(
      'pointer-events-none absolute inset-y-1 left-[17px] flex items-center justify-between gap-3 bg-surface dark:bg-sunken',
      'peer-disabled:bg-sunken peer-disabled:text-ink-2 peer-aria-disabled:bg-sunken peer-aria-disabled:text-ink-2',
      className,
    )}
  >
    {children}
  </span>
);
