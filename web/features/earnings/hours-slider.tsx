import { type CSSProperties, useId } from 'react';
import { WEEKLY_HOURS } from '#common/earnings/estimate-earnings.ts';
import { percentAcross } from './chart-scale.ts';
import './hours-slider.css';

interface HoursSliderProps {
  value: number;
  onChange: (hours: number) => void;
  /** What those hours come to, read out with them. */
  outcome: string;
}

/** Hours a week, dragged, pressed or moved by the arrow keys. */
export function HoursSlider({ value, onChange, outcome }: HoursSliderProps) {
  const id = useId();
  const { min, max, step } = WEEKLY_HOURS;
  const filled: CSSProperties & { '--filled': number } = { '--filled': percentAcross(value) / 100 };

  return (
    <div>
      <div className="flex items-baseline justify-between">
        <label htmlFor={id} className="text-14 font-medium">
          Hours per week
        </label>
        <output htmlFor={id} className="figures text-22">
          {value}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={`${value} hours, ${outcome}`}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="hours-slider mt-1"
        style={filled}
      />
      <div aria-hidden className="figures flex justify-between font-normal text-14 text-ink-2">
        <span>{min}</span>
        <span>{max}</span>
      </div>
    </div>
  );
}
