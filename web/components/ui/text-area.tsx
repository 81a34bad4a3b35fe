import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { INPUT_CLASS } from './input-class.ts';

/** Several lines of text; grows with what is typed where the browser can. */
export const TextArea = ({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) => (
  <textarea {...rest} rows={rows} className={clsx(INPUT_CLASS, 'field-sizing-content py-3', className)} />
);
