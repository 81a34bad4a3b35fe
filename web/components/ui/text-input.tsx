import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { INPUT_CLASS } from './input-class.ts';

/** One line of text, 48 px high. */
export const TextInput = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input type="text" {...rest} className={clsx(INPUT_CLASS, 'h-12', className)} />
);
