import type { ComponentProps } from 'react';
import { Field } from '#web/components/ui/field.tsx';

/** A field of the booking form. An empty `error` marks the input as well: the words then stand beside another one. */
export const DraftField = ({ error, children, ...rest }: ComponentProps<typeof Field>) => (
  <Field {...rest} error={error}>
    {(control) => children({ ...control, 'aria-invalid': typeof error === 'string' || undefined })}
  </Field>
);
