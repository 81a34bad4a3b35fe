import type { ComponentProps, ReactNode } from 'react';
import { LIMITS } from '#common/rides/request-ride.ts';
import { PlaceCombobox } from '#web/components/place-combobox.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { TextArea, TextInput } from '#web/components/ui/text-input.tsx';
import type { FieldErrors } from './check-draft.ts';
import type { Draft } from './draft.ts';

/** Props of every group of the booking form. */
export interface FieldsProps {
  draft: Draft;
  errors: FieldErrors;
  onEdit: (change: Partial<Draft>) => void;
}

/** Whom to pick up. */
export const ContactFields = ({ draft, errors, onEdit }: FieldsProps) => (
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
);

/** Where from and where to, joined by the route line. */
export const RouteFields = ({ draft, errors, onEdit }: FieldsProps) => (
  <div className="grid gap-5 pl-8 sm:pl-10">
    <div className="relative">
      {/* From the middle of this input to the middle of the next, whatever is below either. */}
      <RouteLine
        direction="vertical"
        start="ring"
        className="absolute top-[43px] -bottom-[79px] -left-8 sm:-left-[34px] [&>:last-child]:rounded-[2px] [&>:last-child]:bg-gold"
      />
      <DraftField label="Pickup location" error={errors.pickupLocation}>
        {(control) => (
          <PlaceCombobox
            control={control}
            name="pickupLocation"
            placeholder="Hotel, airport or address"
            value={draft.pickupLocation}
            onChange={(pickupLocation) => onEdit({ pickupLocation })}
          />
        )}
      </DraftField>
    </div>
    <DraftField label="Drop-off location" error={errors.dropoffLocation}>
      {(control) => (
        <PlaceCombobox
          control={control}
          name="dropoffLocation"
          placeholder="Hotel, venue or address"
          value={draft.dropoffLocation}
          onChange={(dropoffLocation) => onEdit({ dropoffLocation })}
        />
      )}
    </DraftField>
  </div>
);

/** Special requests, as free text. */
export const SpecialRequestsField = ({ draft, errors, onEdit }: FieldsProps) => (
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
);

/** Fields that belong together, under one heading. */
export const FieldGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="grid min-w-0 gap-5">
    <legend className="mb-4">
      <h3 className="display text-22">{title}</h3>
    </legend>
    {children}
  </fieldset>
);

/** A field of the booking form. An empty `error` marks the input too: the message is beside another field. */
export const DraftField = ({ error, children, ...rest }: ComponentProps<typeof Field>) => (
  <Field {...rest} error={error}>
    {(control) => children({ ...control, 'aria-invalid': typeof error === 'string' || undefined })}
  </Field>
);
