import { WEEKDAYS } from '#common/weekdays.ts';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import type { PromoDraft } from './promo-draft.ts';

interface PromoFieldsProps {
  draft: PromoDraft;
  errors: FieldErrors;
  /** Whether the code itself can be edited, which is only possible at creation. */
  isNew: boolean;
  onEdit: (patch: Partial<PromoDraft>) => void;
}

type TextKey = { [Key in keyof PromoDraft]: PromoDraft[Key] extends string ? Key : never }[keyof PromoDraft];

const KINDS = [
  { value: 'percent', label: 'Percent' },
  { value: 'amount', label: 'Amount' },
] as const;

/** The fields of a promo code. */
export function PromoFields({ draft, errors, isNew, onEdit }: PromoFieldsProps) {
  const text = (name: Exclude<TextKey, 'takesOff'>, label: string, options: TextOptions = {}) => (
    <Field
      label={label}
      isOptional={options.isOptional}
      hint={options.hint}
      error={errors[options.error ?? name]}
      className={options.isWide ? 'sm:col-span-2' : undefined}
    >
      {(control) => (
        <TextInput
          {...control}
          autoComplete="off"
          inputMode={options.inputMode}
          autoFocus={options.isFirst}
          value={draft[name]}
          onChange={({ target }) => onEdit({ [name]: target.value })}
        />
      )}
    </Field>
  );
  const date = (name: 'validFrom' | 'validUntil', label: string) => (
    <Field label={label} isOptional error={errors[name]}>
      {(control) => (
        <DateInput
          {...control}
          value={draft[name]}
          onChange={({ target }) => onEdit({ [name]: target.value })}
        />
      )}
    </Field>
  );

  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      {isNew &&
        text('code', 'Code', {
          isWide: true,
          isFirst: true,
          hint: 'What riders type. It can’t be changed later.',
        })}
      {text('title', 'Title', { isFirst: !isNew })}
      {text('badge', 'Badge', { isOptional: true })}
      {text('description', 'Text for riders', {
        isWide: true,
        isOptional: true,
        hint: 'Leave empty to use the fields below.',
      })}
      <div className="grid content-start gap-1.5">
        <p aria-hidden className="text-14 font-medium">
          Takes off
        </p>
        <SegmentedControl
          label="Takes off"
          look="strip"
          options={KINDS}
          value={draft.takesOff}
          onChange={(takesOff) => onEdit({ takesOff })}
        />
      </div>
      {draft.takesOff === 'percent'
        ? text('percent', 'Percent', { inputMode: 'numeric' })
        : text('amount', 'Dollars', {
            inputMode: 'decimal',
            error: errors.amountCents ? 'amountCents' : 'percent',
          })}
      {date('validFrom', 'First day')}
      {date('validUntil', 'Last day')}
      <Weekdays days={draft.weekdays} error={errors.weekdays} onChange={(weekdays) => onEdit({ weekdays })} />
      {text('minimumHours', 'Hours, at least', { isOptional: true, inputMode: 'decimal' })}
      {text('minimumFare', 'Fare, at least', {
        isOptional: true,
        inputMode: 'decimal',
        error: 'minimumFareCents',
      })}
      {text('perRider', 'For each rider', { isOptional: true, inputMode: 'numeric' })}
      {text('totalCap', 'In all', { isOptional: true, inputMode: 'numeric' })}
      <Switch isOn={draft.firstRideOnly} onChange={(firstRideOnly) => onEdit({ firstRideOnly })}>
        First ride only
      </Switch>
    </div>
  );
}

interface TextOptions {
  isOptional?: boolean;
  isWide?: boolean;
  /** Receives focus when the form opens. */
  isFirst?: boolean;
  hint?: string;
  inputMode?: 'numeric' | 'decimal';
  /** Key of its errors, if it differs from the field's name. */
  error?: string;
}

interface WeekdaysProps {
  days: readonly number[];
  error: string | undefined;
  onChange: (days: number[]) => void;
}

/** The weekdays of pickup for which a code is valid. */
const Weekdays = ({ days, error, onChange }: WeekdaysProps) => (
  <fieldset className="min-w-0 sm:col-span-2">
    <legend className="mb-1.5 text-14 font-medium">Days of pickup</legend>
    <div className="grid grid-cols-7 gap-1 sm:gap-1.5">
      {WEEKDAYS.map((name, day) => (
        <label
          key={name}
          className="relative grid min-h-11 place-items-center rounded-item border border-control text-14 font-medium has-checked:border-action has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold-ink"
        >
          <input
            type="checkbox"
            aria-label={name}
            aria-invalid={error ? true : undefined}
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={days.includes(day)}
            onChange={({ target }) =>
              onChange(target.checked ? [...days, day] : days.filter((each) => each !== day))
            }
          />
          <span aria-hidden>{name.slice(0, 3)}</span>
        </label>
      ))}
    </div>
    {error && <p className="mt-1.5 text-14 text-danger">{error}</p>}
  </fieldset>
);
