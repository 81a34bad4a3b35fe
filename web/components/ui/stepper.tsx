import clsx from 'clsx';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { FieldControl } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { INPUT_CLASS } from './text-input.tsx';

interface StepperProps {
  /** From `Field`. */
  control: FieldControl;
  /** Null while the text is not a number. */
  value: number | null;
  onChange: (value: number | null) => void;
  min: number;
  max: number;
  step: number;
  /** The unit in the buttons' labels: `hours` makes "Fewer hours" and "More hours". */
  unit: string;
}

/** A number input with minus and plus buttons. Passes on typed values unchecked; the form validates them. */
export function Stepper({ control, value, onChange, min, max, step, unit }: StepperProps) {
  const [typed, setTyped] = useState<string | null>(null);

  const move = (by: number) => {
    setTyped(null);
    onChange(Math.min(max, Math.max(min, (value ?? min - by) + by)));
  };

  const handleType = (text: string) => {
    setTyped(text);
    onChange(text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text));
  };

  return (
    <span className="relative block">
      <input
        {...control}
        type="text"
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        aria-valuenow={value ?? undefined}
        aria-valuemin={min}
        aria-valuemax={max}
        value={typed ?? value ?? ''}
        onChange={(event) => handleType(event.target.value)}
        onBlur={() => value !== null && setTyped(null)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          move(event.key === 'ArrowUp' ? step : -step);
        }}
        className={clsx(INPUT_CLASS, 'figures h-12 px-12 text-center')}
      />
      <IconButton
        label={`Fewer ${unit}`}
        className="absolute top-1/2 left-0.5 -translate-y-1/2"
        aria-disabled={value !== null && value <= min}
        onClick={() => move(-step)}
      >
        <Minus aria-hidden size={18} />
      </IconButton>
      <IconButton
        label={`More ${unit}`}
        className="absolute top-1/2 right-0.5 -translate-y-1/2"
        aria-disabled={value !== null && value >= max}
        onClick={() => move(step)}
      >
        <Plus aria-hidden size={18} />
      </IconButton>
    </span>
  );
}
