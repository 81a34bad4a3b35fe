import { MessageFields } from './message-fields.tsx';
import { SendButton } from './send-button.tsx';
import type { Sender } from './sender.ts';
import { SenderField } from './sender-field.tsx';
import { TextField } from './text-field.tsx';
import { useLeadForm } from './use-lead-form.ts';
import { WordsField } from './words-field.tsx';

/** Asks for gift cards in quantity (specification section 2, Gift Cards). */
export function BulkOrderForm({ sender, onSent }: { sender: Sender | null; onSent: () => void }) {
  const form = useLeadForm('bulk-order', {
    sentTitle: 'Request sent',
    toBody: (fields) => ({ ...fields, quantity: Number(fields.quantity) }),
    onSent,
  });

  return (
    <MessageFields form={form} label="Bulk order of gift cards">
      <SenderField form={form} sender={sender} name="name" />
      <SenderField form={form} sender={sender} name="email" />
      <TextField form={form} name="company" label="Company" autoComplete="organization" />
      <TextField form={form} name="quantity" label="Number of cards" inputMode="numeric" autoComplete="off" />
      <WordsField form={form} name="note" label="Amounts, dates, wishes" isOptional className="min-h-24" />
      <SendButton form={form} label="Send request" />
    </MessageFields>
  );
}
