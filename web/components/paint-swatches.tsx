import clsx from 'clsx';
import { useId } from 'react';
import { capitalize } from '#common/capitalize.ts';
import type { Paint } from '#common/vehicles/catalogue.ts';

/** Swatch colors: the middle of the drawn body's side. Black is lighter on a dark page. */
const SWATCHES: Record<Paint, string> = {
  black: 'light-dark(#15130f, #4a443b)',
  white: '#ffffff',
  pink: '#e297b4',
  green: '#33604a',
};

interface PaintSwatchesProps {
  /** The accessible name, such as `Lux Sedan color`. */
  label: string;
  paints: readonly Paint[];
  value: Paint;
  onChange: (paint: Paint) => void;
  /** `named` draws the swatch at 26 px, with its name below. */
  look?: 'plain' | 'named';
}

/** Radio buttons for a vehicle's colors. Drawn at 16 px, with a hit area of 44 px. */
export function PaintSwatches({ label, paints, value, onChange, look = 'plain' }: PaintSwatchesProps) {
  const name = useId();
  const isNamed = look === 'named';
  return (
    <div role="radiogroup" aria-label={label} className={clsx('flex', isNamed ? '-ml-2 gap-4' : '-ml-3.5')}>
      {paints.map((paint) => (
        <label
          key={paint}
          title={paint}
          className={clsx(
            'relative grid min-h-11 place-items-center',
            isNamed ? 'min-w-11 gap-2 py-1 text-14 text-ink-2 has-checked:text-ink' : 'size-11',
          )}
        >
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
            className={clsx(
              'rounded-full border border-control outline-gold peer-checked:outline-2 peer-focus-visible:outline-2 peer-focus-visible:outline-gold-ink',
              isNamed ? 'size-6.5 outline-offset-4' : 'size-4 outline-offset-2',
            )}
            style={{ background: SWATCHES[paint] }}
          />
          {isNamed && <span aria-hidden>{capitalize(paint)}</span>}
        </label>
      ))}
    </div>
  );
}
