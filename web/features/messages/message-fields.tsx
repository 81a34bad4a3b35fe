import clsx from 'clsx';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextArea, TextInput } from '#web/components/ui/text-input.tsx';
import type { MessageForm } from './use-message-form.ts';

interface MessageFieldsProps {
  form: MessageForm;
  /** The accessible name of the form. */
  label: string;
  onReset?: () => void;
  children: ReactNode;
}

/** The form element around its fields, with two columns if there is space. */
export const MessageFields = ({
  form: { ref, onSubmit, onFocus },
  label,
  onReset,
  children,
}: MessageFieldsProps) => (
  <form
    ref={ref}
    noValidate
    aria-label={label}
    onSubmit={onSubmit}
    onReset={onReset}
    onFocus={onFocus}
    className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2"
  >
    {children}
  </form>
);

interface SenderFieldProps {
  form: MessageForm;
  sender: Sender | null;
  name: keyof Sender;
  label?: string;
  isOptional?: boolean;
}

const FIELDS: Record<keyof Sender, Omit<ComponentProps<'input'>, 'form'> & { label: string }> = {
  name: { label: 'Name', autoComplete: 'name' },
  email: { label: 'Email address', type: 'email', inputMode: 'email', autoComplete: 'email' },
  phone: { label: 'Phone', type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
};

/** The sender's name, email address or phone. Follows the account while untouched. */
export const SenderField = ({ sender, name, ...rest }: SenderFieldProps) => (
  <TextField {...FIELDS[name]} {...rest} name={name} defaultValue={sender?.[name] ?? ''} />
);

/** The sender's details from the account, which prefill the forms. */
export interface Sender {
  name: string;
  email: string;
  phone: string | null;
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'form'> {
  form: MessageForm;
  /** The value's key in the request body. */
  name: string;
  label: string;
  isOptional?: boolean;
}

/** A labelled single-line field with its error. */
export const TextField = ({ form, name, label, isOptional, ...rest }: TextFieldProps) => (
  <Field label={label} isOptional={isOptional} error={form.problems[name]}>
    {(control) => <TextInput {...control} {...rest} name={name} />}
  </Field>
);

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'form'> {
  form: MessageForm;
  /** The value's key in the request body. */
  name: string;
  label: string;
  isOptional?: boolean;
}

/** A labelled multi-line field with its error. */
export const TextAreaField = ({ form, name, label, isOptional, ...rest }: TextAreaFieldProps) => (
  <Field label={label} isOptional={isOptional} error={form.problems[name]} className="sm:col-span-full">
    {(control) => <TextArea {...control} {...rest} name={name} />}
  </Field>
);

interface SendButtonProps {
  form: MessageForm;
  label: string;
}

/** The submit button, and the outcome of the last attempt, which the toast has announced already. */
export const SendButton = ({ form: { isPending, outcome }, label }: SendButtonProps) => (
  <div className="sm:col-span-full">
    <Button type="submit" size={52} isPending={isPending} pendingLabel="Sending..." className="max-sm:w-full">
      {label}
    </Button>
    {outcome && (
      <p className={clsx('mt-3 flex gap-1.5 text-14', outcome.kind === 'sent' ? 'text-ok' : 'text-danger')}>
        {outcome.kind === 'sent' ? (
          <CircleCheck aria-hidden size={16} className="mt-[0.2em] shrink-0" />
        ) : (
          <CircleAlert aria-hidden size={16} className="mt-[0.2em] shrink-0" />
        )}
        {outcome.text}
      </p>
    )}
  </div>
);
