import { MessageFields } from './message-fields.tsx';
import { SendButton } from './send-button.tsx';
import type { Sender } from './sender.ts';
import { SenderField } from './sender-field.tsx';
import { TextField } from './text-field.tsx';
import { useLeadForm } from './use-lead-form.ts';
import { WordsField } from './words-field.tsx';

/** Suggests a city (specification section 2, Cities). */
export function CitySuggestionForm({ sender }: { sender: Sender | null }) {
  const form = useLeadForm('city-suggestion', { sentTitle: 'Suggestion sent' });

  return (
    <MessageFields form={form} label="Suggestion of a city">
      <TextField form={form} name="city" label="City" autoComplete="off" />
      <SenderField form={form} sender={sender} name="email" />
      <WordsField form={form} name="note" label="Why there?" isOptional className="min-h-24" />
      <SendButton form={form} label="Suggest a City" />
    </MessageFields>
  );
}
