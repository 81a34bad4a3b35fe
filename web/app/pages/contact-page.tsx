import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { ContactForm, Headquarters } from '#web/features/messages/contact-form.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { useSender } from '../use-sender.ts';

/** The contact form, and other ways to reach us (specification section 2). */
export function ContactPage() {
  const sender = useSender();

  return (
    <div className="column pb-16 lg:pb-28">
      <PageMeta
        title="Contact Us"
        description="Write to Marquee, or call day and night: (702) 555-0100, Las Vegas, Nevada."
        path="/contact"
      />
      <PageHeading title="Contact Us" lead="We answer within 24 hours. For a ride under way, call." />
      <div className="mt-8 grid gap-12 lg:mt-12 lg:grid-cols-[1fr_360px] lg:gap-24">
        <ContactForm sender={sender} />
        <Headquarters />
      </div>
    </div>
  );
}
