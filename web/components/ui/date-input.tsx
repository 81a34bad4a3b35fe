import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { formatLongDate } from '#web/lib/format-long-date.ts';
import { ShownValue } from './shown-value.tsx';
import { TextInput } from './text-input.tsx';

interface DateInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  /** YYYY-MM-DD, or empty. */
  value: string;
}

/** A native date input, overlaid with the formatted date, since browsers differ in the order of its parts. */
export function DateInput({ value, className, ...rest }: DateInputProps) {
  const formatted = formatLongDate(value);
  return (
    <span className="group relative block">
      <TextInput {...rest} type="date" value={value} className={clsx('peer', className)} />
      {formatted && <ShownValue className="right-12 group-focus-within:hidden">{formatted}</ShownValue>}
    </span>
  );
}
