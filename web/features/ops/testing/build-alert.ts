import type { Alert } from '#common/alerts/alert.ts';

let count = 0;

/** Builds an open alert about a ride that no driver has accepted. */
export function buildAlert(rideId: string, overrides: Partial<Alert> = {}): Alert {
  count += 1;
  return {
    id: count.toString(16).padStart(24, 'e'),
    version: 1,
    kind: 'unaccepted',
    urgency: 'now',
    subject: { kind: 'ride', id: rideId, name: 'Ride' },
    text: 'Nobody has it.',
    payment: null,
    assignee: null,
    note: null,
    openedAt: '2026-11-21T00:11:00.000Z',
    resolvedAt: null,
    resolvedBy: null,
    ...overrides,
  };
}
