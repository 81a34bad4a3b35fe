import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { INPUT_CLASS } from './text-input.tsx';

/** A styled native select, which keeps the browser's keyboard control, type-ahead and picker on phones. */
export const Select = ({ className, ...rest }: ComponentProps<'select'>) => (
  <span className={clsx('relative block', className)}>
    <select {...rest} className={clsx(INPUT_CLASS, 'h-12 appearance-none truncate pr-11')} />
    <ChevronDown
      aria-hidden
      size={18}
      className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 text-ink-2"
    />
  </span>
);
