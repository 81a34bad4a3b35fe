import { useId } from 'react';
import type { Paint } from '#common/vehicles/catalogue.ts';

/** Swatch colors: the middle of the drawn body's side; black is lighter on a dark page. */
const SWATCHES: Record<Paint, string> = {
  black: 'light-dark(#15130f, #4a443b)',
  white: '#ffffff',
  pink: '#e297b4',
  green: '#33604a',
};

interface PaintSwatchesProps {
  /** The accessible name: `Lux Sedan color`. */
  label: string;
  paints: readonly Paint[];
  value: Paint;
  onChange: (paint: Paint) => void;
}

/** The colours a vehicle comes in, one of them chosen. Drawn 16 px, pressed on 44. */
export function PaintSwatches({ label, paints, value, onChange }: PaintSwatchesProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="-ml-3.5 flex">
      {paints.map((paint) => (
        <label key={paint} title={paint} className="relative grid size-11 place-items-center">
          <input
            type="radio"
            name={name}
            aria-label={paint}
            checked={paint === value}
            onChange={() => onChange(paint)}
            className="peer absolute inset-0 cursor-pointer opacity-0"
          />
          <span
            aria-hidden
            className="size-4 rounded-full border border-control outline-gold outline-offset-2 peer-checked:outline-2 peer-focus-visible:outline-2 peer-focus-visible:outline-gold-ink"
            style={{ background: SWATCHES[paint] }}
          />
        </label>
      ))}
    </div>
  );
}
