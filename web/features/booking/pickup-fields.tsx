import { surgeNote } from '#common/fares/surge.ts';
import type { SurgeDay } from '#common/fares/surge-day.ts';
import { addDays, dateInVegas, formatTimeWithZone, MAX_DAYS_AHEAD, toInstant } from '#common/time.ts';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { DraftField, type FieldsProps } from './booking-fields.tsx';
import type { Draft } from './draft.ts';

interface PickupFieldsProps extends FieldsProps {
  surgeCalendar: readonly SurgeDay[];
}

/** Pickup date, from today in Las Vegas on, and time there. A surge tier of the date is shown at once. */
export function PickupFields({ draft, errors, onEdit, surgeCalendar }: PickupFieldsProps) {
  const now = useNow();
  const today = dateInVegas(now);

  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <DraftField
        label="Pickup Date"
        error={errors.scheduledDate}
        hint={surgeNote(draft.scheduledDate, surgeCalendar)}
      >
        {(control) => (
          <DateInput
            {...control}
            name="scheduledDate"
            min={today}
            max={addDays(today, MAX_DAYS_AHEAD)}
            value={draft.scheduledDate}
            onChange={(event) => onEdit({ scheduledDate: event.target.value })}
          />
        )}
      </DraftField>
      <DraftField label="Pickup Time" error={errors.scheduledTime} hint={zoneNote(draft, now)}>
        {(control) => (
          <TextInput
            {...control}
            type="time"
            name="scheduledTime"
            value={draft.scheduledTime}
            onChange={(event) => onEdit({ scheduledTime: event.target.value })}
          />
        )}
      </DraftField>
    </div>
  );
}

const NOON = '12:00';

/** Which clock a pickup time is read on: `Las Vegas time, PST`, or PDT on a summer's day. */
export function zoneNote({ scheduledDate }: Pick<Draft, 'scheduledDate'>, now: Date): string {
  const at = toInstant(scheduledDate, NOON) ?? now;
  return `Las Vegas time, ${formatTimeWithZone(at).split(' ').at(-1)}`;
}
