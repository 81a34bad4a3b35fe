import type { AuditEntry } from '#common/audit-log/audit-entry.ts';
import { formatCents } from '#common/money.ts';
import { formatDay, formatTimeWithZone } from '#common/time.ts';

/** A field that changed, in words. */
export interface FieldChange {
  /** Such as `Hourly rate`. */
  field: string;
  /** Null where nothing was recorded from before. */
  before: string | null;
  after: string | null;
}

/** What changed in a line of the audit log, field by field; what stayed the same is left out. */
export function describeChange({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({
      field: describeField(field),
      before: before && field in before ? describeValue(field, before[field]) : null,
      after: after && field in after ? describeValue(field, after[field]) : null,
    }))
    .filter((change) => change.before !== change.after);
}

/** `hourlyRateCents` → `Hourly rate`. */
function describeField(field: string): string {
  const words = field
    .replace(/(?<=.)Cents$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

/** Money by the name of its field, instants by their form, in the time of Las Vegas. */
function describeValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return field.endsWith('Cents') ? formatCents(value) : `${value}`;
  if (typeof value === 'string') return INSTANT.test(value) ? describeInstant(new Date(value)) : value;
  if (Array.isArray(value)) return value.map((each) => describeValue(field, each)).join(', ') || 'none';
  return Object.entries(value)
    .map(([name, each]) => `${describeField(name)}: ${describeValue(name, each)}`)
    .join(', ');
}

// With its year: a change may reach far ahead or back.
const describeInstant = (at: Date): string => `${formatDay(at, new Date(0))}, ${formatTimeWithZone(at)}`;
