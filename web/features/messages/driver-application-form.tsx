import { MessageFields } from './message-fields.tsx';
import { SendButton } from './send-button.tsx';
import type { Sender } from './sender.ts';
import { SenderField } from './sender-field.tsx';
import { TextField } from './text-field.tsx';
import { useLeadForm } from './use-lead-form.ts';
import { WordsField } from './words-field.tsx';

/** Applies to drive (specification section 2, Drive). */
export function DriverApplicationForm({ sender }: { sender: Sender | null }) {
  const form = useLeadForm('driver-application', { sentTitle: 'Application sent' });

  return (
    <MessageFields form={form} label="Driver application">
      <SenderField form={form} sender={sender} name="name" />
      <SenderField form={form} sender={sender} name="email" />
      <SenderField form={form} sender={sender} name="phone" />
      <TextField
        form={form}
        name="vehicle"
        label="Your vehicle"
        placeholder="2022 Cadillac Escalade"
        autoComplete="off"
      />
      <WordsField form={form} name="note" label="Anything we should know" isOptional className="min-h-24" />
      <SendButton form={form} label="Send application" />
    </MessageFields>
  );
}
