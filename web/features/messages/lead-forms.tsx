import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import {
  MessageFields,
  SendButton,
  type Sender,
  SenderField,
  TextAreaField,
  TextField,
} from './message-fields.tsx';
import { useLeadForm } from './use-message-form.ts';

/** Subscribes to news about offers (specification section 2, Promotions). */
export function OffersForm({ sender }: { sender: Sender | null }) {
  const form = useLeadForm('offers', { sentTitle: 'You are subscribed' });

  return (
    <MessageFields form={form} label="Subscription to offers">
      <SenderField form={form} sender={sender} name="email" />
      <SendButton form={form} label="Subscribe to Offers" />
    </MessageFields>
  );
}

/** The waitlist for a planned city (specification section 2, Cities). */
export function WaitlistForm({ sender, cities }: { sender: Sender | null; cities: readonly string[] }) {
  const form = useLeadForm('waitlist', { sentTitle: 'You are on the waitlist' });

  return (
    <MessageFields form={form} label="City waitlist">
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

/** Suggests a city (specification section 2, Cities). */
export function CitySuggestionForm({ sender }: { sender: Sender | null }) {
  const form = useLeadForm('city-suggestion', { sentTitle: 'Suggestion sent' });

  return (
    <MessageFields form={form} label="City suggestion">
      <TextField form={form} name="city" label="City" autoComplete="off" />
      <SenderField form={form} sender={sender} name="email" />
      <TextAreaField form={form} name="note" label="Why there?" isOptional className="min-h-24" />
      <SendButton form={form} label="Suggest a City" />
    </MessageFields>
  );
}

interface JobFormProps {
  sender: Sender | null;
  /** The title of the position, or the text for an application without one. */
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
      <TextAreaField form={form} name="note" label="About you" isOptional className="min-h-24" />
      <SendButton form={form} label="Send application" />
    </MessageFields>
  );
}

/** Requests gift cards in quantity (specification section 2, Gift Cards). */
export function BulkOrderForm({ sender, onSent }: { sender: Sender | null; onSent: () => void }) {
  const form = useLeadForm('bulk-order', {
    sentTitle: 'Request sent',
    toBody: (fields) => ({ ...fields, quantity: Number(fields.quantity) }),
    onSent,
  });

  return (
    <MessageFields form={form} label="Gift card bulk order">
      <SenderField form={form} sender={sender} name="name" />
      <SenderField form={form} sender={sender} name="email" />
      <TextField form={form} name="company" label="Company" autoComplete="organization" />
      <TextField form={form} name="quantity" label="Number of cards" inputMode="numeric" autoComplete="off" />
      <TextAreaField
        form={form}
        name="note"
        label="Amounts, dates, requests"
        isOptional
        className="min-h-24"
      />
      <SendButton form={form} label="Send request" />
    </MessageFields>
  );
}
