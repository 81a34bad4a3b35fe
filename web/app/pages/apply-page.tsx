import { useState } from 'react';
import type { ApplicantVehicle } from '#web/features/driver-applications/application-draft.ts';
import { ApplicationForm } from '#web/features/driver-applications/application-form.tsx';
import { ApplicationSent } from '#web/features/driver-applications/application-sent.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';

/** The driver application form, then the next steps once it is sent. */
export function ApplyPage() {
  const [sent, setSent] = useState<{ vehicle: ApplicantVehicle | null } | null>(null);

  return (
    <div className="column pb-16 lg:pb-28" data-sent={sent !== null || undefined}>
      <PageMeta title="Become a driver" />
      {sent ? (
        <ApplicationSent vehicle={sent.vehicle} />
      ) : (
        <ApplicationForm
          onSent={(vehicle) => {
            setSent({ vehicle });
            window.scrollTo({ top: 0 });
          }}
        />
      )}
    </div>
  );
}
