import type { ComponentProps } from 'react';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import type { MessageForm } from './use-message-form.ts';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'form'> {
  form: MessageForm;
  /** Of the value in what is sent. */
  name: string;
  label: string;
  isOptional?: boolean;
}

/** One line of a form with its label, marked when it is refused. */
export const TextField = ({ form, name, label, isOptional, ...rest }: TextFieldProps) => (
  <Field label={label} isOptional={isOptional} error={form.problems[name]}>
    {(control) => <TextInput {...control} {...rest} name={name} />}
  </Field>
);
