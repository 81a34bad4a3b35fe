import type { ComponentProps } from 'react';
import type { Sender } from './sender.ts';
import { TextField } from './text-field.tsx';
import type { MessageForm } from './use-message-form.ts';

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

/** Name, e-mail or phone of who is writing. While untouched it follows the account. */
export const SenderField = ({ sender, name, ...rest }: SenderFieldProps) => (
  <TextField {...FIELDS[name]} {...rest} name={name} defaultValue={sender?.[name] ?? ''} />
);
