import type { ApplicationStatus } from '#common/driver-applications/driver-application.ts';
import type { StatusTone } from '#web/components/ui/status-dot.tsx';

/** Labels and tones of application statuses, as staff see them. */
export const APPLICATION_STATUS: Record<ApplicationStatus, { label: string; tone: StatusTone }> = {
  received: { label: 'Applied', tone: 'gold' },
  'more-needed': { label: 'Waiting for an answer', tone: 'warn' },
  approved: { label: 'Approved', tone: 'ok' },
  declined: { label: 'Declined', tone: 'muted' },
};
