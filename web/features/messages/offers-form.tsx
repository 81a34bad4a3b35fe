import { MessageFields } from './message-fields.tsx';
import { SendButton } from './send-button.tsx';
import type { Sender } from './sender.ts';
import { SenderField } from './sender-field.tsx';
import { useLeadForm } from './use-lead-form.ts';

/** Subscribes to news of offers (specification section 2, Promotions). */
export function OffersForm({ sender }: { sender: Sender | null }) {
  const form = useLeadForm('offers', { sentTitle: 'You are subscribed' });

  return (
    <MessageFields form={form} label="Subscription to offers">
      <SenderField form={form} sender={sender} name="email" />
      <SendButton form={form} label="Subscribe to Offers" />
    </MessageFields>
  );
}
