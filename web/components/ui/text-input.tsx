import clsx from 'clsx';
import type { ComponentProps } from 'react';

/** A single-line text input, 48 px high. */
export const TextInput = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input type="text" {...rest} className={clsx(INPUT_CLASS, 'h-12 text-ellipsis', className)} />
);

/** A multi-line text input, which grows with its content in browsers that support it. */
export const TextArea = ({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) => (
  <textarea {...rest} rows={rows} className={clsx(INPUT_CLASS, 'field-sizing-content py-3', className)} />
);

/**
 * The box shared by inputs, selects and text areas. Invalid: a 2 px danger border; focused: a gold one; both:
 * a danger border and a gold ring.
 */
export const INPUT_CLASS =
  'w-full min-w-0 rounded-field border border-control bg-surface px-4 text-16 text-ink transition-colors ' +
  'placeholder:text-ink-2 dark:bg-sunken ' +
  'focus-visible:border-gold focus-visible:outline-1 focus-visible:-outline-offset-2 focus-visible:outline-gold ' +
  'aria-invalid:border-danger aria-invalid:outline-1 aria-invalid:-outline-offset-2 aria-invalid:outline-danger aria-invalid:outline-solid ' +
  'aria-invalid:focus-visible:outline-2 aria-invalid:focus-visible:outline-offset-2 aria-invalid:focus-visible:outline-gold-ink ' +
  'disabled:bg-sunken disabled:text-ink-2 aria-disabled:bg-sunken aria-disabled:text-ink-2';
