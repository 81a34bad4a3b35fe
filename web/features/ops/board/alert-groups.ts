import { type Alert, type AlertKind, alertKindSchema } from '#common/alerts/alert.ts';
import { alertPresentation } from '#common/alerts/alert-advice.ts';

const textOf = (kind: AlertKind) => alertPresentation({ kind, payment: null });

/**
 * An alert in two or three words, shown as the status of its subject; an unknown kind from a newer server is
 * shown raw.
 */
export const alertLabel = (alert: Pick<Alert, 'kind' | 'payment'>): string => alertPresentation(alert).label;

/** Alerts that are resolved by assigning another driver. */
export const NEEDS_DRIVER: readonly AlertKind[] = alertKindSchema.options.filter(
  (kind) => textOf(kind).action === 'assign',
);

/** Alerts that are resolved by calling the driver. */
export const NEEDS_CALL: readonly AlertKind[] = alertKindSchema.options.filter(
  (kind) => textOf(kind).action === 'call',
);
