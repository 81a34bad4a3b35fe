import { GRATUITY_OPTIONS, HOURS_STEP, MAX_HOURS, MIN_HOURS } from '#common/fares/fare-choices.ts';
import { surgeNote } from '#common/fares/surge.ts';
import { formatDollars } from '#common/money.ts';
import { addDays, MAX_DAYS_AHEAD } from '#common/time.ts';
import { VEHICLES } from '#common/vehicles/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { Stepper } from '#web/components/ui/stepper.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import type { EstimatorInput } from './estimate-ride.ts';

interface EstimatorFormProps {
  input: EstimatorInput;
  errors: FieldErrors;
  /** The earliest ride date: YYYY-MM-DD in Las Vegas. */
  today: string;
  pricing: Pricing;
  onEdit: (change: Partial<EstimatorInput>) => void;
}

const GRATUITIES = GRATUITY_OPTIONS.map((percent) => ({
  value: percent,
  label: percent === 0 ? 'None' : `${percent}%`,
}));

/** The inputs of the fare, and the Calculate button. */
export const EstimatorForm = ({ input, errors, today, pricing, onEdit }: EstimatorFormProps) => (
  <>
    <Field label="Vehicle" error={errors.vehicleId}>
      {(control) => (
        <Select
          {...control}
          name="vehicleId"
          value={input.vehicleId}
          onChange={(event) => onEdit({ vehicleId: event.target.value })}
        >
          <option value="" disabled>
            Choose a vehicle
          </option>
          {VEHICLES.map(({ id, name, capacity }) => (
            <option key={id} value={id}>{`${name}, seats ${capacity}`}</option>
          ))}
        </Select>
      )}
    </Field>
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field
        label="Ride date"
        isOptional
        error={errors.date}
        hint={surgeNote(input.date, pricing.surgeCalendar)}
      >
        {(control) => (
          <DateInput
            {...control}
            name="date"
            min={today}
            max={addDays(today, MAX_DAYS_AHEAD)}
            value={input.date}
            onChange={(event) => onEdit({ date: event.target.value })}
          />
        )}
      </Field>
      <Field label="Hours" error={errors.hours}>
        {(control) => (
          <Stepper
            control={control}
            value={input.hours}
            onChange={(hours) => onEdit({ hours })}
            min={MIN_HOURS}
            max={MAX_HOURS}
            step={HOURS_STEP}
            unit="hours"
          />
        )}
      </Field>
    </div>
    <Switch
      isOn={input.isAirportPickup}
      onChange={(isAirportPickup) => onEdit({ isAirportPickup })}
      className="w-full flex-row-reverse justify-between border-line border-y text-left"
    >
      <span>
        <span className="font-medium">Airport pickup</span>{' '}
        <span className="text-ink-2">adds {formatDollars(pricing.rates.fees.airportCents)}</span>
      </span>
    </Switch>
    <div>
      <p aria-hidden className="mb-1.5 text-14 font-medium">
        Gratuity
      </p>
      <SegmentedControl
        label="Gratuity"
        look="strip"
        options={GRATUITIES}
        value={input.gratuityPercentage}
        onChange={(gratuityPercentage) => onEdit({ gratuityPercentage })}
      />
    </div>
    <Button type="submit" size={52} className="w-full">
      Calculate
    </Button>
  </>
);
