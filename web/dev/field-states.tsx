import type { ReactNode } from 'react';
import { uploadStaffFile } from '#common/files/files-api.ts';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field, type FieldControl } from '#web/components/ui/field.tsx';
import { FileField, FileName, UploadField } from '#web/components/ui/file-field.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { ShownValue } from '#web/components/ui/shown-value.tsx';
import { Stepper } from '#web/components/ui/stepper.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { TextArea, TextInput } from '#web/components/ui/text-input.tsx';
import { type Group, Held, type Specimen } from './specimen.tsx';

/** Props of an input in one of its states. */
interface InputState extends FieldControl {
  value: string;
  disabled?: boolean;
  readOnly?: boolean;
  'aria-disabled'?: true;
  onChange: (event: { target: { value: string } }) => void;
}

interface StateRow {
  label: string;
  isFilled?: boolean;
  error?: string;
  lock?: Pick<InputState, 'disabled' | 'readOnly' | 'aria-disabled'>;
}

const STATES: readonly StateRow[] = [
  { label: 'Empty' },
  { label: 'Filled', isFilled: true },
  { label: 'Refused', isFilled: true, error: 'Please enter something else.' },
  { label: 'Disabled', isFilled: true, lock: { disabled: true } },
  { label: 'Locked', isFilled: true, lock: { readOnly: true, 'aria-disabled': true } },
];

interface FieldKind {
  name: string;
  /** The value of a filled field. */
  text: string;
  /** States in which the site does not use it. */
  lacks?: readonly string[];
  input: (state: InputState) => ReactNode;
}

/** Builds a specimen that shows a field in each of its states. */
const inEachState = ({ name, text, lacks = [], input }: FieldKind): Specimen => ({
  name: `${name}, each state`,
  render: () => (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      {STATES.filter(({ label }) => !lacks.includes(label)).map(({ label, isFilled, error, lock }) => (
        <Held key={label} initial={isFilled ? text : ''}>
          {(value, setValue) => (
            <Field label={label} error={error}>
              {(control) =>
                input({ ...control, ...lock, value, onChange: ({ target }) => setValue(target.value) })
              }
            </Field>
          )}
        </Held>
      ))}
    </div>
  ),
});

const MODES = [
  { value: 'point-to-point', label: 'Point to Point' },
  { value: 'hourly', label: 'Hourly' },
];

const Mode = ({ look }: { look: 'well' | 'strip' }) => (
  <Held initial="hourly">
    {(value, setValue) => (
      <SegmentedControl
        label={`Booking type, ${look}`}
        look={look}
        options={MODES}
        value={value}
        onChange={setValue}
      />
    )}
  </Held>
);

const Hours = ({ label, initial, error }: { label: string; initial: number | null; error?: string }) => (
  <Held initial={initial}>
    {(value, setValue) => (
      <Field label={label} error={error}>
        {(control) => (
          <Stepper
            control={control}
            value={value}
            onChange={setValue}
            min={1}
            max={12}
            step={0.5}
            unit="hours"
          />
        )}
      </Field>
    )}
  </Held>
);

const Setting = ({ isOn, label }: { isOn: boolean; label: string }) => (
  <Held initial={isOn}>
    {(value, setValue) => (
      <Switch isOn={value} onChange={setValue}>
        {label}
      </Switch>
    )}
  </Held>
);

const STORED_FILE = {
  id: `file_${'0'.repeat(32)}`,
  name: 'dot-medical-card.pdf',
  mediaType: 'application/pdf',
  bytes: 1_258_291,
} as const;

const onItsWay = { name: 'registration.jpg', bytes: 3_000_000, share: 0.62, problem: null, canRetry: false };

const FILE_STATES = [
  { label: 'No file', file: null },
  { label: 'On its way', file: null, upload: onItsWay },
  { label: 'There', file: STORED_FILE },
  { label: 'There, to be opened', file: STORED_FILE, pathOf: () => '#' },
  {
    label: 'Too large',
    file: null,
    upload: { ...onItsWay, problem: '14 MB is too large, 10 MB at most.' },
  },
  {
    label: 'Not sent',
    file: STORED_FILE,
    upload: { ...onItsWay, problem: 'Not sent, connection lost. The file is kept.', canRetry: true },
  },
];

const noop = () => {};

const Files = () => (
  <div className="grid items-start gap-5 sm:grid-cols-2">
    {FILE_STATES.map((state) => (
      <FileField key={state.label} {...state} onChoose={noop} onStop={noop} onRetry={noop} onRemove={noop} />
    ))}
    <UploadField
      label="Sent when chosen"
      uploadKey="states"
      file={null}
      endpoint={uploadStaffFile}
      onChange={noop}
    />
    <p>
      <FileName file={STORED_FILE} />
    </p>
  </div>
);

export const fieldStates: Group = {
  title: 'Fields',
  specimens: [
    inEachState({
      name: 'TextInput',
      text: 'alex@example.com',
      input: (state) => <TextInput {...state} placeholder="name@example.com" />,
    }),
    inEachState({
      name: 'PasswordInput',
      text: 'correct horse',
      input: (state) => <PasswordInput {...state} autoComplete="off" />,
    }),
    inEachState({
      name: 'TextArea',
      text: 'Two child seats, please.\nWe wait at door 4.',
      input: (state) => <TextArea {...state} />,
    }),
    { name: 'FileField, each state', render: () => <Files /> },
    inEachState({
      name: 'DateInput',
      text: '2026-11-20',
      input: (state) => <DateInput {...state} />,
    }),
    inEachState({
      name: 'Select',
      text: 'Miami',
      lacks: ['Locked'],
      input: ({ readOnly: _, ...state }) => (
        <Select {...state}>
          <option value="">Choose a city</option>
          <option>Los Angeles</option>
          <option>Miami</option>
        </Select>
      ),
    }),
    {
      name: 'Field, optional, hint and counter',
      render: () => (
        <Field label="Personal message" isOptional hint="It is printed on the card." counter="12 / 200">
          {(control) => <TextArea {...control} defaultValue="Have a ride!" />}
        </Field>
      ),
    },
    {
      name: 'Stepper, empty, filled, refused',
      render: () => (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Hours label="Empty" initial={null} />
          <Hours label="Least" initial={1} />
          <Hours label="Refused" initial={14} error="At most 12 hours." />
        </div>
      ),
    },
    {
      name: 'SegmentedControl, well and strip',
      render: () => (
        <div className="grid max-w-[440px] gap-5">
          <Mode look="well" />
          <Mode look="strip" />
        </div>
      ),
    },
    {
      name: 'Switch, on and off',
      render: () => (
        <div className="flex flex-wrap gap-6">
          <Setting isOn label="Ring for new offers" />
          <Setting isOn={false} label="Count in tab title" />
        </div>
      ),
    },
    {
      name: 'ShownValue over its control',
      render: () => (
        <span className="group relative block">
          <TextInput aria-label="Vehicle" value="lux-suv" readOnly />
          <ShownValue className="right-4">
            <span>Lux SUV</span>
            <span className="text-ink-2">seats 6</span>
          </ShownValue>
        </span>
      ),
    },
  ],
};
