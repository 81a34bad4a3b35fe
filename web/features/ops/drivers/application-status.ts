import type { ApplicationStatus } from '#common/driver-applications/driver-application.ts';
import type { StatusTone } from '#web/components/ui/status-dot.tsx';

/** How the staff read the status of an application. */
export const APPLICATION_STATUS: Record<ApplicationStatus, { label: string; tone: StatusTone }> = {
  received: { label: 'Applied', tone: 'gold' },
  'more-needed': { label: 'Waiting for an answer', tone: 'warn' },
  approved: { label: 'Approved', tone: 'ok' },
  declined: { label: 'Declined', tone: 'muted' },
};
