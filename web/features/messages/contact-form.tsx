import { MessageFields } from './message-fields.tsx';
import { SendButton } from './send-button.tsx';
import type { Sender } from './sender.ts';
import { SenderField } from './sender-field.tsx';
import { TextField } from './text-field.tsx';
import { useMessageForm } from './use-message-form.ts';
import { WordsField } from './words-field.tsx';

/** The contact form (specification sections 4, 5 and 8). */
export function ContactForm({ sender }: { sender: Sender | null }) {
  const form = useMessageForm({
    kind: 'contact',
    sentTitle: 'Message sent successfully!',
    failedTitle: 'Error sending message',
  });

  return (
    <MessageFields form={form} label="Message to Marquee">
      <SenderField form={form} sender={sender} name="name" />
      <SenderField form={form} sender={sender} name="email" />
      <SenderField form={form} sender={sender} name="phone" isOptional />
      <TextField form={form} name="subject" label="Subject" autoComplete="off" />
      <WordsField form={form} name="message" label="Message" className="min-h-40" />
      <SendButton form={form} label="Send message" />
    </MessageFields>
  );
}
