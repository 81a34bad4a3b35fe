import { type HTMLInputTypeAttribute, useState } from 'react';
import { surgeNote } from '#common/fares/surge.ts';
import type { SurgeDay } from '#common/fares/surge-day.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import { LIMITS } from '#common/rides/ride-limits.ts';
import type { Customer } from '#common/users/customers-api.ts';
import { PaintSelect } from '#web/components/paint-select.tsx';
import { PlaceCombobox } from '#web/components/place-combobox.tsx';
import { StopFields } from '#web/components/stop-fields.tsx';
import { AddStop, useStops } from '#web/components/stop-list.tsx';
import {
  BOOKING_TYPES,
  FlightInput,
  GratuitySelect,
  PickupDateInput,
  VehicleSelect,
} from '#web/components/trip-inputs.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { TextArea, TextInput } from '#web/components/ui/text-input.tsx';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { FormSection } from '../../form-panel.tsx';
import { CustomerField } from './customer-field.tsx';
import { fieldsOfCustomer, type PhoneDraft } from './phone-draft.ts';

interface PhoneFieldsProps {
  draft: PhoneDraft;
  problems: FieldErrors;
  surgeCalendar: readonly SurgeDay[];
  onEdit: (change: Partial<PhoneDraft>) => void;
  /** Called after an earlier customer filled in these fields. */
  onFilledIn: (fields: readonly string[]) => void;
}

/** The fields of a booking by phone, in the order in which callers usually give them. */
export const PhoneFields = (props: PhoneFieldsProps) => (
  <>
    <FormSection title="Caller">
      <div className={GRID}>
        <CallerFields {...props} />
      </div>
    </FormSection>
    <FormSection title="Ride">
      <div className={GRID}>
        <RouteFields {...props} />
        <RideFields {...props} />
      </div>
    </FormSection>
  </>
);

const GRID = 'grid items-start gap-x-4 gap-y-5 sm:grid-cols-2';

/** Who calls, and who rides. An earlier customer chosen in one of the caller's fields fills in all three. */
function CallerFields(props: PhoneFieldsProps) {
  const { draft, problems, onEdit, onFilledIn } = props;
  const [chosen, setChosen] = useState<Customer | null>(null);
  const choose = (customer: Customer) => {
    const fields = fieldsOfCustomer(customer, draft, chosen);
    setChosen(customer);
    onEdit(fields);
    onFilledIn(Object.keys(fields));
  };
  const field = (name: 'customerName' | 'customerPhone' | 'customerEmail') => ({
    name,
    value: draft[name],
    error: problems[name],
    onType: (text: string) => onEdit({ [name]: text }),
    onChoose: choose,
  });

  return (
    <>
      <CustomerField
        {...field('customerName')}
        label="Name"
        maxLength={LIMITS.name}
        autoFocus
        className="sm:col-span-2"
      />
      <CustomerField
        {...field('customerPhone')}
        label="Phone"
        inputMode="tel"
        maxLength={LIMITS.phone}
        listClass={`left-0 ${WIDE_LIST}`}
      />
      <CustomerField
        {...field('customerEmail')}
        label="Email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LIMITS.email}
        listClass={`right-0 ${WIDE_LIST}`}
      />
      <PhoneTextField
        {...props}
        name="passengerName"
        label="Passenger, if not the caller"
        isOptional
        max={LIMITS.name}
      />
      <PhoneTextField
        {...props}
        name="passengerPhone"
        label="Passenger's phone"
        isOptional
        type="tel"
        inputMode="tel"
        max={LIMITS.phone}
      />
    </>
  );
}

/** As wide as the field's row: two columns of `GRID`. */
const WIDE_LIST = 'w-full sm:w-[calc(200%+1rem)]';

/** From where to where, and by which flight. */
function RouteFields(props: PhoneFieldsProps) {
  const { draft, problems, onEdit } = props;
  const stops = useStops(draft.stops, (next) => onEdit({ stops: next }));

  return (
    <>
      <PlaceField {...props} name="pickupLocation" label="From" />
      <StopFields
        list={stops}
        isHourly={draft.bookingType === 'hourly'}
        errorOf={(_stop, index) => problems[`stops.${index}`]}
        className="sm:col-span-2"
      />
      <AddStop list={stops} />
      <PlaceField {...props} name="dropoffLocation" label="To" />
      {looksLikeAirport(draft.pickupLocation) && (
        <Field label="Flight number" isOptional error={problems.flightNumber} className="sm:col-span-2">
          {(control) => (
            <FlightInput
              control={control}
              name="flightNumber"
              value={draft.flightNumber}
              onChange={(flightNumber) => onEdit({ flightNumber })}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** When, in which vehicle, for how many, and what else the caller wants. */
function RideFields(props: PhoneFieldsProps) {
  const { draft, problems, surgeCalendar, onEdit } = props;

  return (
    <>
      <Field label="Date" error={problems.scheduledDate} hint={surgeNote(draft.scheduledDate, surgeCalendar)}>
        {(control) => (
          <PickupDateInput
            control={control}
            name="scheduledDate"
            value={draft.scheduledDate}
            onChange={(scheduledDate) => onEdit({ scheduledDate })}
          />
        )}
      </Field>
      <PhoneTextField {...props} name="scheduledTime" label="Time in Las Vegas" type="time" />
      <Field label="Vehicle" error={problems.rideType}>
        {(control) => (
          <VehicleSelect
            control={control}
            value={draft.rideType}
            onChange={(rideType) => onEdit({ rideType })}
          />
        )}
      </Field>
      <Field label="Color" error={problems.preferredColor}>
        {(control) => (
          <PaintSelect
            control={control}
            rideType={draft.rideType}
            value={draft.preferredColor}
            onChange={(preferredColor) => onEdit({ preferredColor })}
          />
        )}
      </Field>
      <div className="grid content-start gap-1.5">
        <p aria-hidden className="font-medium text-14">
          Booked
        </p>
        <SegmentedControl
          label="Booked"
          look="strip"
          options={BOOKING_TYPES}
          value={draft.bookingType}
          onChange={(bookingType) => onEdit({ bookingType })}
        />
      </div>
      {draft.bookingType === 'hourly' && (
        <PhoneTextField {...props} name="hours" label="Hours" inputMode="decimal" max={4} />
      )}
      <PhoneTextField
        {...props}
        name="passengers"
        label="Passengers"
        isOptional
        inputMode="numeric"
        max={2}
      />
      <Field label="Gratuity" error={problems.gratuityPercentage}>
        {(control) => (
          <GratuitySelect
            control={control}
            value={draft.gratuityPercentage}
            onChange={(gratuityPercentage) => onEdit({ gratuityPercentage })}
          />
        )}
      </Field>
      <Field label="Special requests" isOptional error={problems.specialRequests} className="sm:col-span-2">
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
    </>
  );
}

interface PlaceFieldProps extends PhoneFieldsProps {
  name: 'pickupLocation' | 'dropoffLocation';
  label: string;
}

const PlaceField = ({ draft, problems, onEdit, name, label }: PlaceFieldProps) => (
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

/** Keys of the errors of fields that are nested in the booking. */
const PATHS: Partial<Record<TextKey, string>> = {
  passengerName: 'passenger.name',
  passengerPhone: 'passenger.phone',
};

type TextKey = Exclude<
  { [Key in keyof PhoneDraft]: PhoneDraft[Key] extends string ? Key : never }[keyof PhoneDraft],
  'bookingType' | 'rideType' | 'preferredColor' | 'payment'
>;

interface PhoneTextFieldProps extends PhoneFieldsProps {
  name: TextKey;
  label: string;
  type?: HTMLInputTypeAttribute;
  inputMode?: 'numeric' | 'decimal' | 'tel';
  isOptional?: boolean;
  max?: number;
}

function PhoneTextField({ draft, problems, onEdit, name, label, ...options }: PhoneTextFieldProps) {
  const { type = 'text', inputMode, isOptional, max } = options;
  return (
    <Field label={label} isOptional={isOptional} error={problems[PATHS[name] ?? name]}>
      {(control) => (
        <TextInput
          {...control}
          name={name}
          type={type}
          inputMode={inputMode}
          maxLength={max}
          autoComplete="off"
          value={draft[name]}
          onChange={({ target }) => onEdit({ [name]: target.value })}
        />
      )}
    </Field>
  );
}
