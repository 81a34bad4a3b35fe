import { useState } from 'react';
import { ApplicationForm } from '#web/features/driver-applications/application-form.tsx';
import { ApplicationSent } from '#web/features/driver-applications/application-sent.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';

/** The application to drive, then what happens next. */
export function ApplyPage() {
  const [sent, setSent] = useState<{ vehicleId: string | null } | null>(null);

  return (
    <div className="column pb-16 lg:pb-28">
      <PageMeta title="Become a driver" />
      {sent ? (
        <ApplicationSent vehicleId={sent.vehicleId} />
      ) : (
        <ApplicationForm
          onSent={(vehicleId) => {
            setSent({ vehicleId });
            window.scrollTo({ top: 0 });
          }}
        />
      )}
    </div>
  );
}
