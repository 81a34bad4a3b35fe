import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { OPS_CONTROL } from '../ops-control.ts';

interface FilterSelectProps {
  /** What it filters by; shown while the filter is not set. */
  label: string;
  /** Empty for all. */
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A filter with a single choice, highlighted while it is set. */
export const FilterSelect = ({ label, value, options, onChange }: FilterSelectProps) => (
  <span className="relative inline-block max-sm:min-w-0 max-sm:flex-1">
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={clsx(
        OPS_CONTROL,
        'appearance-none truncate border py-1 pr-8 pl-3.5 font-medium max-sm:w-full max-sm:pl-3 sm:max-w-44',
        value ? 'border-line bg-sunken' : 'border-control bg-surface dark:bg-bg',
      )}
    >
      <option value="">{label}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
    <ChevronDown
      aria-hidden
      size={16}
      className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-2"
    />
  </span>
);
