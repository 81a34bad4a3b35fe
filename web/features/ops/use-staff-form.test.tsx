// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { useStaffForm } from './use-staff-form.ts';

const TAKEN = 'Another vehicle has this plate.';
const MISSING = 'Please enter it.';
const LONG = 'Please keep this to 8 characters.';

const problemOf = (text: string): string | null => (text === '' ? MISSING : text.length > 8 ? LONG : null);

function VehicleForm({ save }: { save: () => Promise<void> }) {
  const [draft, setDraft] = useState({ plate: '', label: '' });
  const fields = ['plate', 'label'] as const;
  const form = useStaffForm({
    check: () =>
      fields.flatMap((path) => {
        const message = problemOf(draft[path]);
        return message ? [{ path, message }] : [];
      }),
    save,
    fieldOf: { PLATE_TAKEN: 'plate' },
  });
  return (
    <form ref={form.ref} aria-label="Vehicle" onSubmit={form.onSubmit}>
      {fields.map((name) => (
        <Field key={name} label={name} error={form.problems[name]}>
          {(control) => (
            <TextInput
              {...control}
              name={name}
              value={draft[name]}
              onChange={({ target }) => setDraft((known) => ({ ...known, [name]: target.value }))}
            />
          )}
        </Field>
      ))}
    </form>
  );
}

function open(save = async () => {}) {
  render(<VehicleForm save={save} />);
  return {
    plate: screen.getByLabelText('plate'),
    label: screen.getByLabelText('label'),
    type: (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } }),
    submit: () => fireEvent.submit(screen.getByRole('form')),
  };
}

test('an error stays at its field until the value is valid, and returns only at the next submit', async () => {
  const { plate, label, type, submit } = open();
  type(plate, '');
  expect(plate).toBeValid();
  submit();
  await waitFor(() => expect(plate).toHaveFocus());
  expect(plate).toHaveAccessibleDescription(MISSING);

  label.focus();
  type(plate, 'NV 218-QKD');
  expect(plate).toHaveAccessibleDescription(LONG);
  type(plate, '218-QKD');
  expect(plate).toBeValid();
  expect(label).toHaveAccessibleDescription(MISSING);
  type(plate, '');
  expect(plate).toBeValid();
  expect(label).toHaveFocus();

  submit();
  await waitFor(() => expect(plate).toHaveAccessibleDescription(MISSING));
});

test('an error that only the server knows stays at its field until that field is edited', async () => {
  const save = vi
    .fn()
    .mockRejectedValue(
      new ApiError({ status: 409, text: TAKEN, body: { code: 'PLATE_TAKEN', message: TAKEN } }),
    );
  const { plate, label, type, submit } = open(save);
  type(plate, '218-QKD');
  type(label, 'Suburban');
  submit();
  await waitFor(() => expect(plate).toHaveAccessibleDescription(TAKEN));
  expect(plate).toHaveFocus();

  type(label, 'Escalade');
  expect(plate).toHaveAccessibleDescription(TAKEN);
  type(plate, '219-QKD');
  expect(plate).toBeValid();
});
