import { Plus, X } from 'lucide-react';
import type { WeeklyHours } from '#common/drivers/driver.ts';
import { WEEKDAYS } from '#common/drivers/weekly-hours.ts';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { Button } from './ui/button.tsx';
import { Field } from './ui/field.tsx';
import { IconButton } from './ui/icon-button.tsx';
import { Select } from './ui/select.tsx';
import { TextInput } from './ui/text-input.tsx';

/** Hours of one day while they are edited. */
export type DraftHours = WeeklyHours[number] & { key: number };

let keys = 0;

/** Hours to be edited. */
export const draftHours = (hours: WeeklyHours[number]): DraftHours => {
  keys += 1;
  return { ...hours, key: keys };
};

/** Hours as they were edited. */
export const hoursOf = ({ key: _key, ...hours }: DraftHours): WeeklyHours[number] => hours;

interface WeeklyHoursFieldsProps {
  hours: readonly DraftHours[];
  onChange: (hours: DraftHours[]) => void;
  problems: FieldErrors;
}

/** Hours of a usual week, a row each. */
export function WeeklyHoursFields({ hours, onChange, problems }: WeeklyHoursFieldsProps) {
  const edit = (key: number, change: Partial<DraftHours>) =>
    onChange(hours.map((each) => (each.key === key ? { ...each, ...change } : each)));

  return (
    <>
      {hours.map((each, index) => (
        <fieldset key={each.key} className="relative grid grid-cols-2 gap-4 border-line border-b pb-5">
          <legend className="sr-only">{WEEKDAYS[each.weekday]}</legend>
          <Field label="Day" className="col-span-2 pr-12">
            {(control) => (
              <Select
                {...control}
                value={each.weekday}
                onChange={(event) => edit(each.key, { weekday: Number(event.target.value) })}
              >
                {WEEKDAYS.map((day, weekday) => (
                  <option key={day} value={weekday}>
                    {day}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {(['from', 'to'] as const).map((end) => (
            <Field
              key={end}
              label={end === 'from' ? 'From' : 'To'}
              error={problems[`weeklyHours.${index}.${end}`]}
            >
              {(control) => (
                <TextInput
                  {...control}
                  type="time"
                  value={each[end]}
                  onChange={(event) => edit(each.key, { [end]: event.target.value })}
                />
              )}
            </Field>
          ))}
          <IconButton
            label={`Take away: ${WEEKDAYS[each.weekday]}`}
            className="absolute top-7 right-0"
            onClick={() => onChange(hours.filter(({ key }) => key !== each.key))}
          >
            <X aria-hidden size={18} />
          </IconButton>
        </fieldset>
      ))}
      <div>
        <Button
          variant="outline"
          onClick={() => onChange([...hours, draftHours({ weekday: 1, from: '08:00', to: '16:00' })])}
        >
          <Plus aria-hidden size={18} /> Add hours
        </Button>
      </div>
    </>
  );
}
