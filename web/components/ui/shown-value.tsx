import clsx from 'clsx';
import type { ReactNode } from 'react';

/**
 * Overlays the formatted value on a native control while it is not being edited. Put both in a `group
 * relative`. The control still receives clicks, edits and screen readers. If the control can be disabled,
 * make it a preceding `peer`, so that the value is muted with it.
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
