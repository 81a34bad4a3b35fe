import type { HTMLInputTypeAttribute } from 'react';
import { GRATUITY_OPTIONS } from '#common/fares/quote-fare.ts';
import { surgeNote } from '#common/fares/surge.ts';
import type { SurgeDay } from '#common/fares/surge-day.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import { LIMITS } from '#common/rides/request-ride.ts';
import { addDays, dateInVegas, MAX_DAYS_AHEAD } from '#common/time.ts';
import { findVehicle, isVehicleId, VEHICLES } from '#common/vehicles/catalogue.ts';
import { PlaceCombobox } from '#web/components/place-combobox.tsx';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TextArea, TextInput } from '#web/components/ui/text-input.tsx';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { useNow } from '#web/lib/use-now.ts';
import { FormSection } from '../../form-panel.tsx';
import type { PhoneDraft } from './phone-draft.ts';
import { PhoneStops } from './phone-stops.tsx';

interface PhoneFieldsProps {
  draft: PhoneDraft;
  problems: FieldErrors;
  surgeCalendar: readonly SurgeDay[];
  onEdit: (change: Partial<PhoneDraft>) => void;
}

/** Fields that a refusal names by where they stand in the booking. */
const PATHS: Partial<Record<TextKey, string>> = {
  passengerName: 'passenger.name',
  passengerPhone: 'passenger.phone',
};

type TextKey = Exclude<
  { [Key in keyof PhoneDraft]: PhoneDraft[Key] extends string ? Key : never }[keyof PhoneDraft],
  'bookingType' | 'rideType' | 'preferredColor' | 'payment'
>;

/** The fields of a booking by phone, in the order in which callers say them. */
export function PhoneFields({ draft, problems, surgeCalendar, onEdit }: PhoneFieldsProps) {
  const text = (name: TextKey, label: string, options: TextOptions = {}) => (
    <Field
      label={label}
      isOptional={options.isOptional}
      error={problems[PATHS[name] ?? name]}
      className={options.isWide ? 'sm:col-span-2' : undefined}
    >
      {(control) => (
        <TextInput
          {...control}
          name={name}
          type={options.type ?? 'text'}
          inputMode={options.inputMode}
          maxLength={options.max}
          autoComplete="off"
          autoFocus={options.isFirst}
          value={draft[name]}
          onChange={({ target }) => onEdit({ [name]: target.value })}
        />
      )}
    </Field>
  );
  const place = (name: 'pickupLocation' | 'dropoffLocation', label: string) => (
    <Field label={label} error={problems[name]} className="sm:col-span-2">
      {(control) => (
        <PlaceCombobox
          control={control}
          name={name}
          placeholder="Hotel, airport or address"
          value={draft[name]}
          onChange={(value) => onEdit({ [name]: value })}
        />
      )}
    </Field>
  );

  return (
    <>
      <FormSection title="Caller">
        <div className={GRID}>
          {text('customerName', 'Name', { isWide: true, isFirst: true, max: LIMITS.name })}
          {text('customerPhone', 'Phone', { type: 'tel', inputMode: 'tel', max: LIMITS.phone })}
          {text('customerEmail', 'E-mail', { type: 'email', inputMode: 'email', max: LIMITS.email })}
          {text('passengerName', 'Passenger, if not the caller', { isOptional: true, max: LIMITS.name })}
          {text('passengerPhone', "Passenger's phone", {
            isOptional: true,
            type: 'tel',
            inputMode: 'tel',
            max: LIMITS.phone,
          })}
        </div>
      </FormSection>
      <FormSection title="Ride">
        <div className={GRID}>
          {place('pickupLocation', 'From')}
          <PhoneStops draft={draft} problems={problems} onEdit={onEdit} />
          {place('dropoffLocation', 'To')}
          {looksLikeAirport(draft.pickupLocation) &&
            text('flightNumber', 'Flight number', { isOptional: true, isWide: true, max: 10 })}
          <PickupDate draft={draft} problems={problems} surgeCalendar={surgeCalendar} onEdit={onEdit} />
          {text('scheduledTime', 'Time in Las Vegas', { type: 'time' })}
          <VehicleChoice draft={draft} problems={problems} onEdit={onEdit} />
          <div className="grid content-start gap-1.5">
            <p aria-hidden className="font-medium text-14">
              Booked
            </p>
            <SegmentedControl
              label="Booked"
              look="strip"
              options={BOOKINGS}
              value={draft.bookingType}
              onChange={(bookingType) => onEdit({ bookingType })}
            />
          </div>
          {draft.bookingType === 'hourly' && text('hours', 'Hours', { inputMode: 'decimal', max: 4 })}
          {text('passengers', 'Passengers', { isOptional: true, inputMode: 'numeric', max: 2 })}
          <Field label="Gratuity" error={problems.gratuityPercentage}>
            {(control) => (
              <Select
                {...control}
                value={draft.gratuityPercentage}
                onChange={({ target }) => onEdit({ gratuityPercentage: Number(target.value) })}
              >
                {GRATUITY_OPTIONS.map((percent) => (
                  <option key={percent} value={percent}>
                    {percent === 0 ? 'None' : `${percent}%`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label="Special requests"
            isOptional
            error={problems.specialRequests}
            className="sm:col-span-2"
          >
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                maxLength={LIMITS.specialRequests}
                value={draft.specialRequests}
                onChange={({ target }) => onEdit({ specialRequests: target.value })}
              />
            )}
          </Field>
        </div>
      </FormSection>
    </>
  );
}

const GRID = 'grid items-start gap-x-4 gap-y-5 sm:grid-cols-2';

const BOOKINGS = [
  { value: 'point-to-point', label: 'One way' },
  { value: 'hourly', label: 'Hourly' },
] as const;

interface TextOptions {
  type?: HTMLInputTypeAttribute;
  inputMode?: 'numeric' | 'decimal' | 'tel' | 'email';
  isOptional?: boolean;
  isWide?: boolean;
  /** Gets the focus when the form opens. */
  isFirst?: boolean;
  max?: number;
}

function PickupDate({ draft, problems, surgeCalendar, onEdit }: PhoneFieldsProps) {
  const today = dateInVegas(useNow());
  return (
    <Field label="Date" error={problems.scheduledDate} hint={surgeNote(draft.scheduledDate, surgeCalendar)}>
      {(control) => (
        <DateInput
          {...control}
          min={today}
          max={addDays(today, MAX_DAYS_AHEAD)}
          value={draft.scheduledDate}
          onChange={({ target }) => onEdit({ scheduledDate: target.value })}
        />
      )}
    </Field>
  );
}

function VehicleChoice({ draft, problems, onEdit }: Omit<PhoneFieldsProps, 'surgeCalendar'>) {
  const paints = findVehicle(draft.rideType)?.paints ?? [];
  return (
    <>
      <Field label="Vehicle" error={problems.rideType}>
        {(control) => (
          <Select
            {...control}
            value={draft.rideType}
            onChange={({ target }) => isVehicleId(target.value) && onEdit({ rideType: target.value })}
          >
            {VEHICLES.map(({ id, name, capacity }) => (
              <option key={id} value={id}>
                {name}, seats {capacity}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Color" error={problems.preferredColor}>
        {(control) => (
          <Select
            {...control}
            value={draft.preferredColor}
            onChange={({ target }) => {
              const paint = paints.find((each) => each === target.value);
              if (paint) onEdit({ preferredColor: paint });
            }}
          >
            {paints.map((paint) => (
              <option key={paint} value={paint}>
                {paint.charAt(0).toUpperCase() + paint.slice(1)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}
