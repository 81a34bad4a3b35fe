import type { ComponentProps, ReactNode } from 'react';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { type ApplicationDraft, changeDraft, useApplicationDraft } from './application-draft.ts';

type TextKey = {
  [Key in keyof ApplicationDraft]: ApplicationDraft[Key] extends string ? Key : never;
}[keyof ApplicationDraft];

interface DraftFieldProps extends Omit<ComponentProps<'input'>, 'name'> {
  name: TextKey;
  label: string;
  problems: FieldErrors;
  hint?: ReactNode;
}

/** A text field of the draft, stored while it is typed. */
export function DraftField({ name, label, problems, hint, className, ...rest }: DraftFieldProps) {
  const value = useApplicationDraft((draft) => draft[name]);
  return (
    <Field label={label} error={problems[name]} hint={hint} className={className}>
      {(control) => (
        <TextInput
          {...control}
          {...rest}
          name={name}
          value={value}
          onChange={(event) => changeDraft({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
}
