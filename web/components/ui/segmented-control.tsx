import clsx from 'clsx';
import { useId } from 'react';

interface SegmentedControlProps<Value extends string | number> {
  /** The accessible name. Not visible; the caller shows a label if needed. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** `well`: a pill in a sunken well. `strip`: bordered, with the chosen option filled. */
  look?: 'well' | 'strip';
  className?: string;
}

const LOOKS = {
  well: {
    group: 'gap-1 rounded-card bg-sunken p-1',
    segment:
      'rounded-item text-gold-ink hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--line)] dark:has-checked:bg-bg',
  },
  strip: {
    group: 'overflow-clip rounded-field border border-control bg-surface dark:bg-sunken',
    segment:
      'border-line text-ink-2 not-first:border-l hover:text-ink has-checked:bg-action has-checked:text-on-action',
  },
};

/** A choice among a few visible options: radio buttons, so that arrow keys move between them. */
export function SegmentedControl<Value extends string | number>({
  label,
  options,
  value,
  onChange,
  look = 'well',
  className,
}: SegmentedControlProps<Value>) {
  const name = useId();
  const { group, segment } = LOOKS[look];

  return (
    <div role="radiogroup" aria-label={label} className={clsx('flex', group, className)}>
      {options.map((option) => (
        <label
          key={option.value}
          className={clsx(
            'relative grid min-h-11 flex-1 place-items-center px-3 text-center text-14 font-medium transition-colors',
            'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-gold-ink',
            segment,
          )}
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
