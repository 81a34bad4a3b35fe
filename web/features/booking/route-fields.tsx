import { RouteLine } from '#web/components/ui/route-line.tsx';
import { DraftField } from './draft-field.tsx';
import type { FieldsProps } from './fields-props.ts';
import { PlaceCombobox } from './place-combobox.tsx';

/** Where from and where to, joined by the route line. */
export const RouteFields = ({ draft, errors, onEdit }: FieldsProps) => (
  <div className="grid gap-5 pl-8 sm:pl-10">
    <div className="relative">
      {/* From the middle of this input to the middle of the next one, whatever is said below either. */}
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
