import { HOURS_STEP, MAX_HOURS, MIN_HOURS } from '#common/fares/fare-choices.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import { LIMITS } from '#common/rides/ride-limits.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import { PaintSelect } from '#web/components/paint-select.tsx';
import { PlaceCombobox } from '#web/components/place-combobox.tsx';
import { StopFields } from '#web/components/stop-fields.tsx';
import { AddStop, useStops, Waypoint } from '#web/components/stop-list.tsx';
import {
  BOOKING_TYPES,
  FlightInput,
  GratuitySelect,
  PickupDateInput,
  VehicleSelect,
} from '#web/components/trip-inputs.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { Stepper } from '#web/components/ui/stepper.tsx';
import { TextArea, TextInput } from '#web/components/ui/text-input.tsx';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import type { EditableRide, EditDraft } from './edit-draft.ts';
import { previousValueText } from './previous-value-text.ts';

interface EditFieldsProps {
  ride: EditableRide;
  draft: EditDraft;
  errors: FieldErrors;
  onEdit: (change: Partial<EditDraft>) => void;
}

const PAIR = 'grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2';

/** Pickup, stops and drop-off, joined by the route line. */
export function RouteFields({ ride, draft, errors, onEdit }: EditFieldsProps) {
  const stops = useStops(draft.stops, (next) => onEdit({ stops: next }));
  const was = previousValueText(ride, draft);
  const place = (name: 'pickupLocation' | 'dropoffLocation', label: string) => (
    <Field label={label} note={was(name)} error={errors[name]}>
      {(control) => (
        <PlaceCombobox
          control={control}
          name={name}
          placeholder="Hotel, venue or address"
          value={draft[name]}
          onChange={(text) => onEdit({ [name]: text })}
        />
      )}
    </Field>
  );

  return (
    <div className="grid gap-5 pl-8 sm:pl-[34px]">
      <Waypoint isLast={draft.stops.length === 0}>{place('pickupLocation', 'Pickup location')}</Waypoint>
      <StopFields
        list={stops}
        isOnLine
        isPricedBeside
        isHourly={draft.bookingType === 'hourly'}
        errorOf={(_stop, index) => errors[`stops.${index}`]}
      />
      {place('dropoffLocation', 'Drop-off location')}
      <div className="-my-3">
        <AddStop list={stops} />
      </div>
    </div>
  );
}

/**
 * Time, booking type, vehicle, gratuity and passengers. Like the places, editable only until a driver
 * accepts.
 */
export function TripFields({ ride, draft, errors, onEdit }: EditFieldsProps) {
  const was = previousValueText(ride, draft);
  return (
    <div className={PAIR}>
      <Field label="Pickup Date" note={was('scheduledDate')} error={errors.scheduledDate}>
        {(control) => (
          <PickupDateInput
            control={control}
            value={draft.scheduledDate}
            onChange={(scheduledDate) => onEdit({ scheduledDate })}
          />
        )}
      </Field>
      <Field label="Pickup Time" note={was('scheduledTime')} error={errors.scheduledTime}>
        {(control) => (
          <TextInput
            {...control}
            type="time"
            value={draft.scheduledTime}
            onChange={(event) => onEdit({ scheduledTime: event.target.value })}
          />
        )}
      </Field>
      <div className="grid content-start gap-1.5">
        <p aria-hidden className="flex justify-between gap-4 text-14">
          <span className="font-medium">Booking</span>
          <span className="truncate text-ink-2">{was('bookingType')}</span>
        </p>
        <SegmentedControl
          label="Booking"
          look="strip"
          options={BOOKING_TYPES}
          value={draft.bookingType}
          onChange={(bookingType) => onEdit({ bookingType })}
          className="h-12"
        />
      </div>
      {draft.bookingType === 'hourly' && (
        <Field label="Number of Hours" note={was('hours')} error={errors.hours}>
          {(control) => (
            <Stepper
              control={control}
              value={draft.hours}
              onChange={(hours) => onEdit({ hours })}
              min={MIN_HOURS}
              max={MAX_HOURS}
              step={HOURS_STEP}
              unit="hours"
            />
          )}
        </Field>
      )}
      <Field label="Vehicle Type" note={was('rideType')} error={errors.rideType}>
        {(control) => (
          <VehicleSelect
            control={control}
            value={draft.rideType}
            onChange={(rideType) => onEdit({ rideType })}
          />
        )}
      </Field>
      <Field label="Color" note={was('preferredColor')} error={errors.preferredColor}>
        {(control) => (
          <PaintSelect
            control={control}
            rideType={draft.rideType}
            value={draft.preferredColor}
            onChange={(preferredColor) => onEdit({ preferredColor })}
          />
        )}
      </Field>
      <Field label="Gratuity" note={was('gratuityPercentage')} error={errors.gratuityPercentage}>
        {(control) => (
          <GratuitySelect
            control={control}
            value={draft.gratuityPercentage}
            onChange={(gratuityPercentage) => onEdit({ gratuityPercentage })}
          />
        )}
      </Field>
      <Field label="Passengers" isOptional note={was('passengers')} error={errors.passengers}>
        {(control) => (
          <Stepper
            control={control}
            value={draft.passengers}
            onChange={(passengers) => onEdit({ passengers })}
            min={1}
            max={findVehicle(draft.rideType)?.capacity ?? 1}
            step={1}
            unit="passengers"
          />
        )}
      </Field>
    </div>
  );
}

/** Passenger, flight and requests: editable until the ride starts. */
export const DetailFields = ({ ride, draft, errors, onEdit }: EditFieldsProps) => (
  <>
    <div className={PAIR}>
      <Field label="Passenger Name" isOptional error={errors.passengerName}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={LIMITS.name}
            placeholder={ride.customerName}
            value={draft.passengerName}
            onChange={(event) => onEdit({ passengerName: event.target.value })}
          />
        )}
      </Field>
      <Field label="Passenger Phone" isOptional error={errors.passengerPhone}>
        {(control) => (
          <TextInput
            {...control}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            maxLength={LIMITS.phone}
            value={draft.passengerPhone}
            onChange={(event) => onEdit({ passengerPhone: event.target.value })}
          />
        )}
      </Field>
      {(looksLikeAirport(draft.pickupLocation) || draft.flightNumber) && (
        <Field label="Flight number" isOptional error={errors.flightNumber}>
          {(control) => (
            <FlightInput
              control={control}
              value={draft.flightNumber}
              onChange={(flightNumber) => onEdit({ flightNumber })}
            />
          )}
        </Field>
      )}
    </div>
    <Field label="Special Order / Requests" isOptional error={errors.specialRequests}>
      {(control) => (
        <TextArea
          {...control}
          rows={1}
          maxLength={LIMITS.specialRequests}
          value={draft.specialRequests}
          onChange={(event) => onEdit({ specialRequests: event.target.value })}
        />
      )}
    </Field>
  </>
);
