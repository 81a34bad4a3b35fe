import type { ReactNode } from 'react';
import { HOURS_STEP, MAX_HOURS, MIN_HOURS } from '#common/fares/quote-fare.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { addDays, dateInVegas, formatTime, MAX_DAYS_AHEAD, toInstant } from '#common/time.ts';
import { VEHICLES, vehicleName } from '#common/vehicles/catalogue.ts';
import { PlaceCombobox } from '#web/components/place-combobox.tsx';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field, type FieldControl } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { Stepper } from '#web/components/ui/stepper.tsx';
import { TextArea, TextInput } from '#web/components/ui/text-input.tsx';
import { formatDate } from '#web/lib/format-date.ts';
import { draftOf, type EditDraft, type EditErrors } from './edit-draft.ts';

interface EditFieldsProps {
  ride: RiderRide;
  draft: EditDraft;
  errors: EditErrors;
  onEdit: (change: Partial<EditDraft>) => void;
  now: Date;
}

/** Where, when and in what a ride goes: what can change until a driver accepts. */
export function TripFields({ ride, draft, errors, onEdit, now }: EditFieldsProps) {
  const was = wasOf(ride, draft);
  const today = dateInVegas(now);
  return (
    <>
      {(['pickupLocation', 'dropoffLocation'] as const).map((name) => (
        <Was key={name} label={PLACE_LABELS[name]} error={errors[name]}>
          {(control) => (
            <PlaceCombobox
              control={control}
              name={name}
              placeholder="Hotel, venue or address"
              value={draft[name]}
              onChange={(text) => onEdit({ [name]: text })}
            />
          )}
        </Was>
      ))}
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Was label="Pickup Date" was={was.scheduledDate} error={errors.scheduledDate}>
          {(control) => (
            <DateInput
              {...control}
              min={today}
              max={addDays(today, MAX_DAYS_AHEAD)}
              value={draft.scheduledDate}
              onChange={(event) => onEdit({ scheduledDate: event.target.value })}
            />
          )}
        </Was>
        <Was label="Pickup Time" was={was.scheduledTime} error={errors.scheduledTime}>
          {(control) => (
            <TextInput
              {...control}
              type="time"
              value={draft.scheduledTime}
              onChange={(event) => onEdit({ scheduledTime: event.target.value })}
            />
          )}
        </Was>
        <Was label="Vehicle Type" was={was.rideType} error={errors.rideType}>
          {(control) => (
            <Select
              {...control}
              value={draft.rideType}
              onChange={(event) => onEdit({ rideType: event.target.value })}
            >
              {VEHICLES.map(({ id, name, capacity }) => (
                <option key={id} value={id}>
                  {name}, {capacity} passengers
                </option>
              ))}
            </Select>
          )}
        </Was>
        {ride.bookingType === 'hourly' && (
          <Was label="Number of Hours" was={was.hours} error={errors.hours}>
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
          </Was>
        )}
      </div>
    </>
  );
}

const PLACE_LABELS = { pickupLocation: 'Pickup location', dropoffLocation: 'Drop-off location' } as const;

/** Who rides, the flight and the requests: what can change until the ride begins. */
export function DetailFields({ ride, draft, errors, onEdit }: Omit<EditFieldsProps, 'now'>) {
  return (
    <>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field label="Passenger Name" isOptional error={errors.passengerName}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
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
              autoComplete="off"
              value={draft.passengerPhone}
              onChange={(event) => onEdit({ passengerPhone: event.target.value })}
            />
          )}
        </Field>
      </div>
      {(ride.isAirportPickup || draft.flightNumber) && (
        <Field label="Flight number" isOptional error={errors.flightNumber}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              value={draft.flightNumber}
              onChange={(event) => onEdit({ flightNumber: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field label="Special Order / Requests" isOptional error={errors.specialRequests}>
        {(control) => (
          <TextArea
            {...control}
            rows={1}
            value={draft.specialRequests}
            onChange={(event) => onEdit({ specialRequests: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

interface WasProps {
  label: string;
  /** What the field had, where it has changed. */
  was?: string | null;
  error?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

const Was = ({ label, was = null, error, children }: WasProps) => (
  <Field label={label} error={error ?? null} hint={was && `was ${was}`}>
    {children}
  </Field>
);

/** What the fields had that have changed, in words. */
function wasOf(ride: RiderRide, draft: EditDraft): Partial<Record<keyof EditDraft, string>> {
  const before = draftOf(ride);
  const at = toInstant(ride.scheduledDate, ride.scheduledTime);
  const words: Partial<Record<keyof EditDraft, string>> = {
    scheduledDate: formatDate(ride.scheduledDate) ?? ride.scheduledDate,
    scheduledTime: at ? formatTime(at) : ride.scheduledTime,
    rideType: vehicleName(ride.rideType),
    hours: `${ride.hours}`,
  };
  const isChanged = (name: string) => draft[name as keyof EditDraft] !== before[name as keyof EditDraft];
  return Object.fromEntries(Object.entries(words).filter(([name]) => isChanged(name)));
}
