import clsx from 'clsx';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { HOURS_STEP, MAX_HOURS, MIN_HOURS } from '#common/fares/fare-choices.ts';
import type { VehicleId } from '#common/vehicles/catalogue.ts';
import { GratuitySelect, VehicleSelect } from '#web/components/trip-inputs.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { DraftField, type FieldsProps, formPart } from './booking-fields.tsx';
import { editDraft } from './draft-store.ts';
import { vehicleFromHash, vehicleHash } from './vehicle-hash.ts';

const FIELDS = ['bookingType', 'vehicleId', 'hours', 'gratuityPercentage'] as const;

/** Vehicle, hours (when hourly) and gratuity. */
export const VehicleFields = formPart(
  FIELDS,
  function VehicleFields({ draft, errors, onEdit }: FieldsProps<(typeof FIELDS)[number]>) {
    const isHourly = draft.bookingType === 'hourly';

    return (
      <div
        className={clsx(
          'grid grid-cols-2 gap-x-4 gap-y-5',
          isHourly && 'sm:grid-cols-[1.35fr_1fr_1fr] lg:grid-cols-2 xl:grid-cols-[1.35fr_1fr_1fr]',
        )}
      >
        <DraftField
          label="Vehicle Type"
          error={errors.vehicleId}
          className={clsx(
            'col-span-2',
            isHourly ? 'sm:col-span-1 lg:col-span-2 xl:col-span-1' : 'sm:col-span-1',
          )}
        >
          {(control) => (
            <VehicleSelect
              control={control}
              name="vehicleId"
              value={draft.vehicleId}
              onChange={chooseVehicle}
            />
          )}
        </DraftField>
        {isHourly && (
          <DraftField
            label="Number of Hours"
            error={errors.hours}
            hint={`Minimum ${MIN_HOURS} hour`}
            className="col-span-1"
          >
            {(control) => (
              <TextInput
                {...control}
                type="number"
                inputMode="decimal"
                name="hours"
                min={MIN_HOURS}
                max={MAX_HOURS}
                step={HOURS_STEP}
                value={draft.hours}
                onChange={(event) => onEdit({ hours: event.target.value })}
              />
            )}
          </DraftField>
        )}
        <DraftField
          label="Gratuity"
          error={errors.gratuityPercentage}
          className={clsx(!isHourly && 'col-span-2 sm:col-span-1')}
        >
          {(control) => (
            <GratuitySelect
              control={control}
              name="gratuityPercentage"
              value={draft.gratuityPercentage}
              onChange={(gratuityPercentage) => onEdit({ gratuityPercentage })}
            />
          )}
        </DraftField>
      </div>
    );
  },
);

/** Selects the vehicle named in the URL hash, on every navigation (specification section 2). */
export function useVehicleFromHash(): void {
  const location = useLocation();

  useEffect(() => {
    const vehicleId = vehicleFromHash(location.hash);
    if (vehicleId) editDraft({ vehicleId });
  }, [location]);
}

/**
 * Sets the draft's vehicle. A hash that names a vehicle is updated, or a reload would select the old one
 * again.
 */
export function chooseVehicle(vehicleId: VehicleId): void {
  editDraft({ vehicleId });
  if (vehicleFromHash(window.location.hash)) {
    window.history.replaceState(window.history.state, '', vehicleHash(vehicleId));
  }
}
