import { useState } from 'react';
import { dateInVegas } from '#common/time.ts';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { useNow } from '#web/lib/use-now.ts';
import {
  MessageFields,
  SendButton,
  type Sender,
  SenderField,
  TextAreaField,
  TextField,
} from './message-fields.tsx';
import { useMessageForm } from './use-message-form.ts';

/** The report of a lost item (specification section 2, Lost & Found). Dates are in Las Vegas time. */
export function LostItemForm({ sender }: { sender: Sender | null }) {
  const now = useNow();
  const [tripDate, setTripDate] = useState('');
  const form = useMessageForm({
    kind: 'lost-item',
    sentTitle: 'Report sent',
    failedTitle: 'Error sending report',
  });

  return (
    <MessageFields form={form} label="Lost item report" onReset={() => setTripDate('')}>
      <Field label="Trip date" error={form.problems.tripDate} className="sm:col-span-full">
        {(control) => (
          <DateInput
            {...control}
            name="tripDate"
            max={dateInVegas(now)}
            value={tripDate}
            onChange={(event) => setTripDate(event.target.value)}
          />
        )}
      </Field>
      <TextField form={form} name="pickupLocation" label="Pickup location" autoComplete="off" />
      <TextField form={form} name="dropoffLocation" label="Drop-off location" autoComplete="off" />
      <TextAreaField
        form={form}
        name="description"
        label="What did you lose?"
        placeholder="Color, brand, where you sat"
        className="min-h-28"
      />
      <SenderField form={form} sender={sender} name="phone" label="Contact phone" />
      <SenderField form={form} sender={sender} name="email" label="Contact email" />
      <SendButton form={form} label="Report lost item" />
    </MessageFields>
  );
}
