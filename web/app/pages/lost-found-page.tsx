import { Phone } from 'lucide-react';
import { ContentPage } from '#web/components/content/content-page.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { COMPANY } from '#web/content/company.ts';
import { lostFound } from '#web/content/pages/lost-found.ts';
import { LostItemForm } from '#web/features/messages/lost-item-form.tsx';
import { useSender } from '../use-sender.ts';

/** The form to report a lost item, and the steps that follow (specification section 2). */
export function LostFoundPage() {
  const sender = useSender();

  return (
    <ContentPage
      copy={lostFound}
      picture={
        <div className="mt-8 grid gap-12 lg:mt-12 lg:grid-cols-[1fr_360px] lg:gap-24">
          <LostItemForm sender={sender} />
          <CallSupport />
        </div>
      }
    />
  );
}

const CallSupport = () => (
  <section aria-labelledby="call-support" className="border-line border-t pt-5">
    <h2 id="call-support" className="font-medium">
      On your way to the airport?
    </h2>
    <p className="mt-1 mb-5 text-ink-2">
      Call, and we contact your driver right away. Somebody answers day and night.
    </p>
    <a href={COMPANY.phoneHref} className={buttonClass({ variant: 'outline', className: 'max-sm:w-full' })}>
      <Phone aria-hidden size={18} strokeWidth={1.75} />
      Call {COMPANY.phone}
    </a>
  </section>
);
