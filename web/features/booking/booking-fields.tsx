import { type ComponentProps, memo, type ReactNode } from 'react';
import { LIMITS } from '#common/rides/ride-limits.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { TextArea, TextInput } from '#web/components/ui/text-input.tsx';
import type { Draft } from './draft.ts';
import type { FieldErrors } from './marked-fields.ts';

/** Props of a group of booking form fields: by default all of them. */
export interface FieldsProps<Key extends keyof Draft = keyof Draft> {
  draft: Pick<Draft, Key>;
  errors: Pick<FieldErrors, Key>;
  onEdit: (change: Partial<Draft>) => void;
}

/** Props of a component that renders some fields of the booking form. */
interface PartProps<Key extends keyof Draft> {
  draft: Pick<Draft, Key>;
  errors?: Pick<FieldErrors, Key>;
}

/**
 * Memoizes a part of the form: it re-renders only when one of the fields in `keys`, their errors, or another
 * of its props changes.
 */
export const formPart = <Key extends keyof Draft, Props extends PartProps<Key> = FieldsProps<Key>>(
  keys: readonly Key[],
  Part: (props: Props) => ReactNode,
) =>
  memo(Part, (before, after) => {
    const isKept = (key: Key) =>
      before.draft[key] === after.draft[key] && before.errors?.[key] === after.errors?.[key];
    return (
      (Object.keys(after) as (keyof Props)[]).every(
        (name) => name === 'draft' || name === 'errors' || before[name] === after[name],
      ) && keys.every(isKept)
    );
  });

/** Name, email and phone of the rider. */
export const ContactFields = formPart(
  ['customerName', 'customerEmail', 'customerPhone'],
  ({ draft, errors, onEdit }) => (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[1.35fr_1fr_1fr] lg:grid-cols-1 xl:grid-cols-[1.35fr_1fr_1fr]">
      <DraftField label="Full Name" error={errors.customerName}>
        {(control) => (
          <TextInput
            {...control}
            name="customerName"
            autoComplete="name"
            maxLength={LIMITS.name}
            value={draft.customerName}
            onChange={(event) => onEdit({ customerName: event.target.value })}
          />
        )}
      </DraftField>
      <DraftField label="Email Address" error={errors.customerEmail}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            inputMode="email"
            name="customerEmail"
            autoComplete="email"
            maxLength={LIMITS.email}
            value={draft.customerEmail}
            onChange={(event) => onEdit({ customerEmail: event.target.value })}
          />
        )}
      </DraftField>
      <DraftField label="Phone Number" error={errors.customerPhone}>
        {(control) => (
          <TextInput
            {...control}
            type="tel"
            inputMode="tel"
            name="customerPhone"
            autoComplete="tel"
            maxLength={LIMITS.phone}
            value={draft.customerPhone}
            onChange={(event) => onEdit({ customerPhone: event.target.value })}
          />
        )}
      </DraftField>
    </div>
  ),
);

/** The passenger, when the ride is booked for someone other than the account holder. */
export const PassengerFields = formPart(
  ['isForSomebodyElse', 'passengerName', 'passengerPhone'],
  ({ draft, errors, onEdit }) => (
    <fieldset className="-my-3 min-w-0 border-line border-y py-4">
      <legend className="sr-only">Passenger</legend>
      <Switch
        isOn={draft.isForSomebodyElse}
        onChange={(isForSomebodyElse) => onEdit({ isForSomebodyElse })}
        className="w-full flex-row-reverse justify-between"
      >
        <span className="text-16 font-semibold">Booking for someone else</span>
      </Switch>
      {draft.isForSomebodyElse && (
        <div className="mt-3 mb-2 grid gap-x-4 gap-y-5 sm:grid-cols-[1.35fr_1fr]">
          <DraftField label="Passenger Name" error={errors.passengerName}>
            {(control) => (
              <TextInput
                {...control}
                name="passengerName"
                autoComplete="off"
                maxLength={LIMITS.name}
                value={draft.passengerName}
                onChange={(event) => onEdit({ passengerName: event.target.value })}
              />
            )}
          </DraftField>
          <DraftField label="Passenger Phone" error={errors.passengerPhone}>
            {(control) => (
              <TextInput
                {...control}
                type="tel"
                inputMode="tel"
                name="passengerPhone"
                autoComplete="off"
                maxLength={LIMITS.phone}
                value={draft.passengerPhone}
                onChange={(event) => onEdit({ passengerPhone: event.target.value })}
              />
            )}
          </DraftField>
          <p className="text-14 text-ink-2 sm:col-span-2">
            Your driver asks for this name and calls this number. Mails go to you.
          </p>
        </div>
      )}
    </fieldset>
  ),
);

/** Special requests, as free text. */
export const SpecialRequestsField = formPart(['specialRequests'], ({ draft, errors, onEdit }) => (
  <DraftField
    label="Special Order / Requests"
    isOptional
    error={errors.specialRequests}
    counter={`${draft.specialRequests.length} / ${LIMITS.specialRequests}`}
  >
    {(control) => (
      <TextArea
        {...control}
        name="specialRequests"
        className="min-h-24"
        placeholder="Child seat, decor, drinks"
        maxLength={LIMITS.specialRequests}
        value={draft.specialRequests}
        onChange={(event) => onEdit({ specialRequests: event.target.value })}
      />
    )}
  </DraftField>
));

/** A fieldset with a heading. */
export const FieldGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="grid min-w-0 gap-5">
    <legend className="mb-4">
      <h3 className="display text-22">{title}</h3>
    </legend>
    {children}
  </fieldset>
);

/**
 * A field of the booking form. An empty `error` marks the input as invalid without a message, which another
 * field shows.
 */
export const DraftField = ({ error, children, ...rest }: ComponentProps<typeof Field>) => (
  <Field {...rest} error={error}>
    {(control) => children({ ...control, 'aria-invalid': typeof error === 'string' || undefined })}
  </Field>
);
