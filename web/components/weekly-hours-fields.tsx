import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { WeeklyHours } from '#common/drivers/driver.ts';
import { WEEKDAYS } from '#common/weekdays.ts';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { Button } from './ui/button.tsx';
import { Field } from './ui/field.tsx';
import { IconButton } from './ui/icon-button.tsx';
import { Select } from './ui/select.tsx';
import { TextInput } from './ui/text-input.tsx';

/** A row of hours in the form, with a React key. */
export type DraftHours = WeeklyHours[number] & { key: number };

let keys = 0;

/** Converts stored hours to a row of the form. */
export const draftHours = (hours: WeeklyHours[number]): DraftHours => {
  keys += 1;
  return { ...hours, key: keys };
};

/** Converts a row of the form to hours without its key. */
export const hoursOf = ({ key: _key, ...hours }: DraftHours): WeeklyHours[number] => hours;

interface WeeklyHoursFieldsProps {
  hours: readonly DraftHours[];
  onChange: (hours: DraftHours[]) => void;
  problems: FieldErrors;
}

/** The hours of a usual week, one row each. */
export function WeeklyHoursFields({ hours, onChange, problems }: WeeklyHoursFieldsProps) {
  const [added, setAdded] = useState<number | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  // Problems refer to row indexes, so they are hidden once a row has been removed.
  const [outdated, setOutdated] = useState<FieldErrors | null>(null);
  const shown = problems === outdated ? {} : problems;
  const edit = (key: number, change: Partial<DraftHours>) =>
    onChange(hours.map((each) => (each.key === key ? { ...each, ...change } : each)));
  const add = () => {
    const row = draftHours({ weekday: dayAfter(hours.at(-1)), from: '08:00', to: '16:00' });
    setAdded(row.key);
    onChange([...hours, row]);
  };
  const takeAway = (gone: number) => {
    setOutdated(problems);
    onChange(hours.filter(({ key }) => key !== gone));
    addButton.current?.focus();
  };

  return (
    <>
      {hours.map((each, index) => (
        <fieldset
          key={each.key}
          name={`weeklyHours.${index}`}
          className="relative grid grid-cols-2 gap-4 border-line border-b pb-5"
        >
          <legend className="sr-only">{WEEKDAYS[each.weekday]}</legend>
          <Field label="Day" className="col-span-2 pr-12">
            {(control) => (
              <Select
                {...control}
                // Focus scrolls a new row into view.
                autoFocus={each.key === added}
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
              error={shown[`weeklyHours.${index}.${end}`]}
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
            label={`Remove: ${WEEKDAYS[each.weekday]}`}
            className="absolute top-7 right-0"
            onClick={() => takeAway(each.key)}
          >
            <X aria-hidden size={18} />
          </IconButton>
        </fieldset>
      ))}
      <div>
        <Button ref={addButton} variant="outline" onClick={add}>
          <Plus aria-hidden size={18} /> Add hours
        </Button>
      </div>
    </>
  );
}

/** Returns the weekday after that of a row; Monday without a row. */
const dayAfter = (row: DraftHours | undefined): number => (row ? (row.weekday + 1) % WEEKDAYS.length : 1);
