import type { ReactNode } from 'react';
import type { MessageForm } from './use-message-form.ts';

interface MessageFieldsProps {
  form: MessageForm;
  /** What it is, for those who move from form to form. */
  label: string;
  /** Called when the form is as it was at first again. */
  onReset?: () => void;
  children: ReactNode;
}

/** The form around its fields, two in a row where there is room. */
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
