import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TextArea, TextInput } from '#web/components/ui/text-input.tsx';
import { LICENSE_STATES } from '#web/content/us-states.ts';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { changeDraft, changePaper, paperOf, useApplicationDraft } from './application-draft.ts';
import { DraftField } from './draft-field.tsx';

/** The first step: the applicant, their license, and their consent to background checks. */
export function ApplicantStep({ problems }: { problems: FieldErrors }) {
  const draft = useApplicationDraft();
  return (
    <div className="grid grid-cols-6 items-start gap-x-4 gap-y-5">
      <DraftField
        name="name"
        label="Full name"
        problems={problems}
        autoComplete="name"
        className="col-span-6"
      />
      <Field label="Date of birth" error={problems.dateOfBirth} className="col-span-6 sm:col-span-3">
        {(control) => (
          <DateInput
            {...control}
            name="dateOfBirth"
            autoComplete="bday"
            value={draft.dateOfBirth}
            onChange={(event) => changeDraft({ dateOfBirth: event.target.value })}
          />
        )}
      </Field>
      <DraftField
        name="phone"
        label="Phone"
        problems={problems}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        className="col-span-6 sm:col-span-3"
      />
      <DraftField
        name="email"
        label="Email"
        problems={problems}
        hint="You sign in as a driver with it. Book rides with another one."
        type="email"
        inputMode="email"
        autoComplete="email"
        className="col-span-6"
      />
      <Field label="License issued by" error={problems.licenseState} className="col-span-6 sm:col-span-2">
        {(control) => (
          <Select
            {...control}
            name="licenseState"
            value={draft.licenseState}
            onChange={(event) => changeDraft({ licenseState: event.target.value })}
          >
            {LICENSE_STATES.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Driver's license" error={problems['license.number']} className="col-span-4 sm:col-span-2">
        {(control) => (
          <TextInput
            {...control}
            name="license.number"
            autoComplete="off"
            value={paperOf(draft, 'license').number}
            onChange={(event) => changePaper('license', { number: event.target.value })}
          />
        )}
      </Field>
      <DraftField
        name="licenseSince"
        label="Held since"
        problems={problems}
        inputMode="numeric"
        placeholder="Year"
        maxLength={4}
        autoComplete="off"
        className="col-span-2"
      />
      <Field label="Where you drove before" isOptional error={problems.note} className="col-span-6">
        {(control) => (
          <TextArea
            {...control}
            name="note"
            value={draft.note}
            onChange={(event) => changeDraft({ note: event.target.value })}
          />
        )}
      </Field>
      <CheckBox
        name="agreesToChecks"
        isChecked={draft.agreesToChecks}
        onChange={(agreesToChecks) => changeDraft({ agreesToChecks })}
        error={problems.agreesToChecks}
        className="col-span-6"
      >
        I agree to the background check: 7 years criminal, 3 years driving.
      </CheckBox>
    </div>
  );
}

interface CheckBoxProps {
  name: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  error?: string | undefined;
  className?: string;
  children: ReactNode;
}

/** A checkbox; its text is part of the hit area. */
export function CheckBox({ name, isChecked, onChange, error, className, children }: CheckBoxProps) {
  const errorId = useId();
  return (
    <div className={className}>
      <label className="flex min-h-11 items-center gap-3.5">
        <input
          type="checkbox"
          name={name}
          checked={isChecked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          className={clsx(
            'size-6 shrink-0 accent-switch-on outline-offset-2',
            error && 'outline-2 outline-danger',
          )}
        />
        {children}
      </label>
      {error && (
        <p id={errorId} className="flex gap-1.5 text-14 text-danger">
          <CircleAlert aria-hidden size={16} className="mt-[0.2em] shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
