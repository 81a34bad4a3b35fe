import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { MessageFields } from './message-fields.tsx';
import { SendButton } from './send-button.tsx';
import type { Sender } from './sender.ts';
import { SenderField } from './sender-field.tsx';
import { useLeadForm } from './use-lead-form.ts';

/** Asks to be told when a planned city opens (specification section 2, Cities). */
export function WaitlistForm({ sender, cities }: { sender: Sender | null; cities: readonly string[] }) {
  const form = useLeadForm('waitlist', { sentTitle: 'You are on the waitlist' });

  return (
    <MessageFields form={form} label="Waitlist for a city">
      <Field label="City" error={form.problems.city}>
        {(control) => (
          <Select {...control} name="city">
            {cities.map((city) => (
              <option key={city}>{city}</option>
            ))}
          </Select>
        )}
      </Field>
      <SenderField form={form} sender={sender} name="email" />
      <SendButton form={form} label="Join the Waitlist" />
    </MessageFields>
  );
}
