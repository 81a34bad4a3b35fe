import { Plane } from 'lucide-react';
import { GRATUITY_OPTIONS } from '#common/fares/fare-choices.ts';
import { addDays, dateInVegas, MAX_DAYS_AHEAD } from '#common/time.ts';
import { findVehicle, isVehicleId, VEHICLES, type VehicleId } from '#common/vehicles/catalogue.ts';
import { useNow } from '#web/lib/use-now.ts';
import { DateInput } from './ui/date-input.tsx';
import type { FieldControl } from './ui/field.tsx';
import { Select } from './ui/select.tsx';
import { ShownValue } from './ui/shown-value.tsx';
import { TextInput } from './ui/text-input.tsx';

// Inputs shared by all forms that book or edit a ride. The forms supply labels and errors.

export const BOOKING_TYPES = [
  { value: 'point-to-point', label: 'Point to Point' },
  { value: 'hourly', label: 'Hourly' },
] as const;

/** Props of an input of a ride. */
export interface InputProps<Value, Chosen = Value> {
  /** From `Field`. */
  control: FieldControl;
  name?: string;
  value: Value;
  onChange: (value: Chosen) => void;
}

/** The vehicle types, each with its seats. */
export function VehicleSelect({ control, name, value, onChange }: InputProps<string, VehicleId>) {
  const vehicle = findVehicle(value);
  return (
    <span className="@container relative block">
      <Select
        {...control}
        name={name}
        value={value}
        onChange={({ target }) => isVehicleId(target.value) && onChange(target.value)}
      >
        {VEHICLES.map(({ id, name: label, capacity }) => (
          <option key={id} value={id}>{`${label}, ${capacity} passengers`}</option>
        ))}
      </Select>
      <ShownValue className="right-10">
        <span className="truncate">{vehicle?.name}</span>
        <span className="shrink-0 text-14 text-ink-2 @max-[17rem]:hidden">
          {vehicle?.capacity} passengers
        </span>
      </ShownValue>
    </span>
  );
}

/** The available gratuities, in percent. */
export const GratuitySelect = ({ control, name, value, onChange }: InputProps<number>) => (
  <Select {...control} name={name} value={value} onChange={({ target }) => onChange(Number(target.value))}>
    {GRATUITY_OPTIONS.map((percent) => (
      <option key={percent} value={percent}>
        {percent ? `${percent}% Gratuity` : 'No Gratuity'}
      </option>
    ))}
  </Select>
);

/** A bookable day, from today in Las Vegas on (YYYY-MM-DD, empty until chosen). */
export function PickupDateInput({ control, name, value, onChange }: InputProps<string>) {
  const today = dateInVegas(useNow());
  return (
    <DateInput
      {...control}
      name={name}
      min={today}
      max={addDays(today, MAX_DAYS_AHEAD)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** The number of the flight whose passengers the driver meets, as typed. */
export const FlightInput = ({ control, name, value, onChange }: InputProps<string>) => (
  <span className="relative block">
    <TextInput
      {...control}
      name={name}
      placeholder="WN 1482"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={10}
      className="pr-12"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
    <Plane aria-hidden size={18} className="pointer-events-none absolute top-[15px] right-4 text-ink-2" />
  </span>
);
