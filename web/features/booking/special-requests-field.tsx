import { LIMITS } from '#common/rides/request-ride.ts';
import { TextArea } from '#web/components/ui/text-area.tsx';
import { DraftField } from './draft-field.tsx';
import type { FieldsProps } from './fields-props.ts';

/** What else the ride should have, in the rider's words. */
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
