import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { DRIVER_PAPERS, type StaffDriver } from '#common/drivers/driver.ts';
import { editDriver, readDriver } from '#common/drivers/drivers-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { call } from '#web/lib/call.ts';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { FormPanel, FormSection } from '../form-panel.tsx';
import { draftPaper, PapersFields } from '../papers/papers-fields.tsx';
import { useStaffForm } from '../use-staff-form.ts';
import { WEEKDAYS } from './driver-words.ts';

interface DriverPanelProps {
  driver: StaffDriver;
  onReceived: (driver: StaffDriver) => void;
  onClose: () => void;
}

type Hours = StaffDriver['weeklyHours'][number] & { key: number };

let keys = 0;

const draftHours = (hours: StaffDriver['weeklyHours'][number]): Hours => {
  keys += 1;
  return { ...hours, key: keys };
};

const draftDriver = ({ documents, weeklyHours }: StaffDriver) => ({
  documents: documents.map(draftPaper),
  weeklyHours: weeklyHours.map(draftHours),
});

/** Edits a driver's papers and hours. */
export function DriverPanel({ driver: opened, onReceived, onClose }: DriverPanelProps) {
  const [driver, setDriver] = useState(opened);
  const [draft, setDraft] = useState(() => draftDriver(opened));

  const body = {
    documents: draft.documents.map(({ key: _key, ...paper }) => paper),
    weeklyHours: draft.weeklyHours.map(({ key: _key, ...hours }) => hours),
    version: driver.version,
  };

  const form = useStaffForm({
    check: () => editDriver.body.safeParse(body).error?.issues ?? [],
    save: async () => {
      const changes = editDriver.body.parse(body);
      const { driver: saved } = await call(editDriver, { driverId: driver.id, ...changes });
      onReceived(saved);
      toast.success('Driver saved', saved.name);
      onClose();
    },
    onConflict: async () => {
      const { driver: newest } = await call(readDriver, { driverId: driver.id });
      setDriver(newest);
      setDraft(draftDriver(newest));
      onReceived(newest);
    },
  });

  return (
    <FormPanel title={`Edit ${driver.name}`} form={form} submitLabel="Save" onClose={onClose}>
      <PapersFields
        kinds={DRIVER_PAPERS}
        papers={draft.documents}
        onChange={(documents) => setDraft((known) => ({ ...known, documents }))}
        problems={form.problems}
      />
      <HoursFields
        hours={draft.weeklyHours}
        onChange={(weeklyHours) => setDraft((known) => ({ ...known, weeklyHours }))}
        problems={form.problems}
      />
    </FormPanel>
  );
}

interface HoursFieldsProps {
  hours: readonly Hours[];
  onChange: (hours: Hours[]) => void;
  problems: FieldErrors;
}

/** Hours of a usual week, a row each. */
function HoursFields({ hours, onChange, problems }: HoursFieldsProps) {
  const edit = (key: number, change: Partial<Hours>) =>
    onChange(hours.map((each) => (each.key === key ? { ...each, ...change } : each)));

  return (
    <FormSection title="Weekly hours">
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
    </FormSection>
  );
}
