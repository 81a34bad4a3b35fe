import { capitalize } from '#common/capitalize.ts';
import { findVehicle, type Paint } from '#common/vehicles/catalogue.ts';
import type { InputProps } from './trip-inputs.tsx';
import { Select } from './ui/select.tsx';

interface PaintSelectProps extends InputProps<Paint | null, Paint> {
  rideType: string;
}

/** The colors available for a ride type. The empty value means any color. */
export function PaintSelect({ control, name, rideType, value, onChange }: PaintSelectProps) {
  const paints = findVehicle(rideType)?.paints ?? [];
  return (
    <Select
      {...control}
      name={name}
      value={value ?? ''}
      onChange={({ target }) => {
        const paint = paints.find((each) => each === target.value);
        if (paint) onChange(paint);
      }}
    >
      {value === null && <option value="">Any</option>}
      {paints.map((paint) => (
        <option key={paint} value={paint}>
          {capitalize(paint)}
        </option>
      ))}
    </Select>
  );
}
