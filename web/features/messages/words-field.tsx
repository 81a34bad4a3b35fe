import type { ComponentProps } from 'react';
import { Field } from '#web/components/ui/field.tsx';
import { TextArea } from '#web/components/ui/text-area.tsx';
import type { MessageForm } from './use-message-form.ts';

interface WordsFieldProps extends Omit<ComponentProps<'textarea'>, 'form'> {
  form: MessageForm;
  /** Of the value in what is sent. */
  name: string;
  label: string;
  isOptional?: boolean;
}

/** Several lines of a form with their label, marked when they are refused. */
export const WordsField = ({ form, name, label, isOptional, ...rest }: WordsFieldProps) => (
  <Field label={label} isOptional={isOptional} error={form.problems[name]} className="sm:col-span-full">
    {(control) => <TextArea {...control} {...rest} name={name} />}
  </Field>
);
