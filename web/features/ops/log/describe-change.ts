import type { AuditEntry } from '#common/audit-log/audit-entry.ts';
import { capitalize } from '#common/capitalize.ts';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { formatCents } from '#common/money.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { formatCalendarDay } from '#web/lib/format-calendar-day.ts';

/** A changed field in words. */
interface FieldChange {
  /** Such as `Hourly rate`. */
  field: string;
  /** Null if no previous value was recorded. */
  before: string | null;
  after: string | null;
}

const NONE = 'none';

/**
 * Describes what an audit log entry changed, field by field. Omits unchanged fields, fields that were and are
 * empty, and ids, because the entry names their subject. Lists of ids are described by their length.
 */
export function describeChange({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => !isId(field))
    .map((field) => {
      const [was, is] = [before?.[field], after?.[field]];
      const change = {
        field: describeField(field),
        before: before && field in before ? describeValue(field, was) : null,
        after: after && field in after ? describeValue(field, is) : null,
      };
      const areOthers = isOfIds(field) && change.before === change.after && `${was}` !== `${is}`;
      return areOthers ? { ...change, after: `${change.after}, different ones` } : change;
    })
    .filter((change) => change.before !== change.after)
    .filter((change) => change.before !== null || change.after !== NONE);
}

const isId = (field: string): boolean => /^id$|Id$/.test(field);
const isOfIds = (field: string): boolean => field.endsWith('Ids');

/** Labels of boolean fields whose name alone is unclear. */
const FLAGS: Readonly<Record<string, { field: string; yes: string; no: string }>> = {
  knownDevice: { field: 'Device', yes: 'known', no: 'new' },
  awaitsReview: { field: 'Fare check', yes: 'due', no: NONE },
};

/** `hourlyRateCents` → `Hourly rate`, `driverIds` → `Drivers`. */
function describeField(field: string): string {
  const flag = FLAGS[field];
  if (flag) return flag.field;
  const words = field
    .replace(/(?<=.)Cents$/, '')
    .replace(/Ids$/, 's')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return capitalize(words);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Codes such as `in_progress` and `not-accepted`, as opposed to text typed by a person. */
const CODE = /^[a-z]+([_-][a-z]+)+$/;
const KINDS_OF_RIDE: readonly string[] = ['rideType', 'alsoServes'];

/** Formats money by its field name (`…Cents`), and days and instants by their pattern, in Las Vegas time. */
function describeValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return NONE;
  if (typeof value === 'boolean') return (FLAGS[field] ?? { yes: 'yes', no: 'no' })[value ? 'yes' : 'no'];
  if (typeof value === 'number') return field.endsWith('Cents') ? formatCents(value) : `${value}`;
  if (typeof value === 'string') return describeText(field, value);
  if (isOfIds(field) && Array.isArray(value)) return value.length === 0 ? NONE : `${value.length}`;
  if (Array.isArray(value)) return value.map((each) => describeValue(field, each)).join(', ') || NONE;
  return Object.entries(value)
    .filter(([name]) => !isId(name))
    .map(([name, each]) => `${describeField(name)}: ${describeValue(name, each)}`)
    .join(', ');
}

function describeText(field: string, text: string): string {
  if (KINDS_OF_RIDE.includes(field)) return vehicleName(text);
  if (INSTANT.test(text)) return describeInstant(new Date(text));
  if (DAY.test(text)) return formatCalendarDay(text);
  return CODE.test(text) ? text.replaceAll(/[_-]/g, ' ') : text;
}

// Always with the year, because a change may lie far ahead or back.
const describeInstant = (at: Date): string => formatDayTimeWithZone(at, new Date(0));
