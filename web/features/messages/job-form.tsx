import { MessageFields } from './message-fields.tsx';
import { SendButton } from './send-button.tsx';
import type { Sender } from './sender.ts';
import { SenderField } from './sender-field.tsx';
import { TextField } from './text-field.tsx';
import { useLeadForm } from './use-lead-form.ts';
import { WordsField } from './words-field.tsx';

interface JobFormProps {
  sender: Sender | null;
  /** Title of the position, or what stands for none. */
  position: string;
  onSent: () => void;
}

/** Applies for a position, or without one (specification section 2, Careers). */
export function JobForm({ sender, position, onSent }: JobFormProps) {
  const form = useLeadForm('job', {
    sentTitle: 'Application sent',
    toBody: (fields) => ({ ...fields, position }),
    onSent,
  });

  return (
    <MessageFields form={form} label="Job application">
      <SenderField form={form} sender={sender} name="name" />
      <SenderField form={form} sender={sender} name="email" />
      <SenderField form={form} sender={sender} name="phone" isOptional />
      <TextField
        form={form}
        name="link"
        label="Link to your resume"
        isOptional
        type="url"
        inputMode="url"
        autoComplete="url"
      />
      <WordsField form={form} name="note" label="About you" isOptional className="min-h-24" />
      <SendButton form={form} label="Send application" />
    </MessageFields>
  );
}
