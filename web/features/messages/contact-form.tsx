import { Clock, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react';
import { COMPANY } from '#web/content/company.ts';
import {
  MessageFields,
  SendButton,
  type Sender,
  SenderField,
  TextAreaField,
  TextField,
} from './message-fields.tsx';
import { useMessageForm } from './use-message-form.ts';

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
      <TextAreaField form={form} name="message" label="Message" className="min-h-40" />
      <SendButton form={form} label="Send message" />
    </MessageFields>
  );
}

interface Row {
  icon: LucideIcon;
  label: string;
  value: string;
  href?: string;
}

const ROWS: readonly Row[] = [
  { icon: MapPin, label: 'Headquarters', value: COMPANY.address },
  { icon: Phone, label: 'Phone', value: COMPANY.phone, href: COMPANY.phoneHref },
  { icon: Mail, label: 'Email', value: COMPANY.email, href: COMPANY.emailHref },
  { icon: Clock, label: 'Hours', value: COMPANY.hours },
];

/** The address, contact details and service area (specification section 2, Contact Us). */
export const Headquarters = () => (
  <section aria-label="Headquarters">
    <dl className="border-line border-b">
      {ROWS.map(({ icon: Icon, label, value, href }) => (
        <div key={label} className="relative border-line border-t py-4 pl-8">
          <dt className="text-14 text-ink-2">
            <Icon aria-hidden size={20} strokeWidth={1.5} className="absolute top-4.5 left-0 text-gold-ink" />
            {label}
          </dt>
          <dd className="font-medium wrap-anywhere">
            {href ? (
              <a href={href} className="-my-2.5 inline-flex min-h-11 items-center hover:underline">
                {value}
              </a>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
    <p className="mt-5 text-pretty text-14 text-ink-2">
      We drive in Las Vegas today. Los Angeles, Miami, New York and Chicago are next.
    </p>
  </section>
);
