import { useId } from 'react';
import { CALCULATOR_CATEGORIES, type CalculatorCategory } from '#web/content/calculator-categories.ts';

interface CategoryChoiceProps {
  value: CalculatorCategory;
  onChange: (category: CalculatorCategory) => void;
}

/** What one drives, with what riders typically pay for it. */
export function CategoryChoice({ value, onChange }: CategoryChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="pb-2.5 text-14 font-medium">Vehicle category</legend>
      <div className="border-line border-t">
        {CALCULATOR_CATEGORIES.map((category) => (
          <label
            key={category.id}
            className="flex min-h-14 items-center gap-4 border-line border-b has-checked:font-medium"
          >
            <input
              type="radio"
              name={name}
              checked={category.id === value.id}
              onChange={() => onChange(category)}
              className="size-5 shrink-0 appearance-none rounded-full border-2 border-control transition-[border] checked:border-[6px] checked:border-switch-on"
            />
            {category.name}
            <span className="figures ml-auto font-normal text-14 text-ink-2">{rateWords(category)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const rateWords = ({ hourly: [from, to] }: CalculatorCategory): string => `$${from} to $${to} / h`;
