import { LIMITS } from '#common/rides/request-ride.ts';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { DraftField } from './draft-field.tsx';
import type { FieldsProps } from './fields-props.ts';

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
