import clsx from 'clsx';
import { useState } from 'react';
import { driverShareCents } from '#common/fares/driver-share.ts';
import type { Fare } from '#common/fares/fare.ts';
import { GRATUITY_OPTIONS, HOURS_STEP, MIN_HOURS } from '#common/fares/fare-choices.ts';
import { hoursText, quoteFare } from '#common/fares/quote-fare.ts';
import type { Rates } from '#common/fares/rates.ts';
import { type SurgeTier, surgeTierSchema } from '#common/fares/surge-day.ts';
import { formatCents } from '#common/money.ts';
import { findVehicle, isVehicleId, VEHICLES, type VehicleId } from '#common/vehicles/catalogue.ts';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { Switch } from '#web/components/ui/switch.tsx';

interface RatesExampleProps {
  before: Rates;
  /** `Now` or `Before`. */
  beforeTitle: string;
  after: Rates;
  /** `In effect`, or such as `From 1 Dec`. */
  afterTitle: string;
}

/** The example ride whose fare is shown. */
interface Example {
  vehicleId: VehicleId;
  /** Null for a point-to-point ride. */
  hours: number | null;
  surgeTier: SurgeTier;
  gratuityPercentage: number;
  isAirportPickup: boolean;
}

const TIERS: Record<SurgeTier, string> = {
  standard: 'Standard day',
  weekend: 'Weekend',
  'special-event': 'Special event',
  'fight-night': 'Fight night',
};

const EXAMPLE_LONGEST = 12;
const HOURS = Array.from(
  { length: (EXAMPLE_LONGEST - MIN_HOURS) / HOURS_STEP + 1 },
  (_, index) => MIN_HOURS + index * HOURS_STEP,
);

const GRATUITIES = GRATUITY_OPTIONS.map((percent) => ({ value: percent, label: `${percent}%` }));

/** An example fare, line by line, with the rates before and after, by the formula of real fares. */
export function RatesExample({ before, beforeTitle, after, afterTitle }: RatesExampleProps) {
  const [example, setExample] = useState<Example>({
    vehicleId: 'hummer-18',
    hours: 2.5,
    surgeTier: 'weekend',
    gratuityPercentage: 25,
    isAirportPickup: true,
  });
  const edit = (change: Partial<Example>) => setExample((now) => ({ ...now, ...change }));
  const [old, now] = [fareOf(example, before), fareOf(example, after)];

  return (
    <section aria-labelledby="example">
      <h2 id="example" className="display text-22">
        Example fare
      </h2>
      <div className="mt-2.5 grid gap-2">
        <div className="grid gap-2 sm:grid-cols-[1.4fr_1fr_1.1fr]">
          <Select
            aria-label="Vehicle"
            className={CONTROL}
            value={example.vehicleId}
            onChange={({ target }) => isVehicleId(target.value) && edit({ vehicleId: target.value })}
          >
            {VEHICLES.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <Select
            aria-label="How long"
            className={CONTROL}
            value={example.hours ?? ''}
            onChange={({ target }) => edit({ hours: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">By the ride</option>
            {HOURS.map((hours) => (
              <option key={hours} value={hours}>
                {hoursText(hours)}
              </option>
            ))}
          </Select>
          <Select
            aria-label="Day"
            className={CONTROL}
            value={example.surgeTier}
            onChange={({ target }) => edit({ surgeTier: surgeTierSchema.parse(target.value) })}
          >
            {surgeTierSchema.options.map((tier) => (
              <option key={tier} value={tier}>
                {TIERS[tier]}
              </option>
            ))}
          </Select>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SegmentedControl
            label="Gratuity"
            look="strip"
            className="min-w-0 flex-1 xl:pointer-fine:[&_label]:min-h-9"
            options={GRATUITIES}
            value={example.gratuityPercentage}
            onChange={(gratuityPercentage) => edit({ gratuityPercentage })}
          />
          <Switch isOn={example.isAirportPickup} onChange={(isAirportPickup) => edit({ isAirportPickup })}>
            Airport
          </Switch>
        </div>
      </div>
      <table className="mt-3 w-full text-14">
        <caption className="sr-only">The fare before and after</caption>
        <thead className="text-12">
          <tr>
            <th scope="col" className="text-left font-medium">
              <span className="sr-only">Line</span>
            </th>
            <th scope="col" className="w-23 text-right font-medium text-ink-2">
              {beforeTitle}
            </th>
            <th scope="col" className="w-28 text-right font-medium text-gold-ink">
              {afterTitle}
            </th>
          </tr>
        </thead>
        <tbody>
          {linesOf(old, now).map(([label, oldCents, newCents]) => (
            <tr key={label}>
              <th scope="row" className="py-0.5 text-left font-normal text-ink-2">
                {label}
              </th>
              <td className={clsx(FIGURE, 'text-ink-2')}>{formatCents(oldCents)}</td>
              <td className={clsx(FIGURE, oldCents !== newCents && 'font-semibold text-gold-ink')}>
                {formatCents(newCents)}
              </td>
            </tr>
          ))}
          <tr className="border-line border-t">
            <th scope="row" className="pt-2 text-left font-semibold">
              Fare
            </th>
            <td className={clsx(FIGURE, 'pt-2 font-medium')}>{formatCents(old.fareCents)}</td>
            <td className={clsx(FIGURE, 'pt-2 text-22')}>{formatCents(now.fareCents)}</td>
          </tr>
          <tr>
            <th scope="row" className="text-left font-normal text-ink-2">
              Driver’s share
            </th>
            <td className={clsx(FIGURE, 'text-ink-2')}>{formatCents(driverShareCents(old))}</td>
            <td className={FIGURE}>{formatCents(driverShareCents(now))}</td>
          </tr>
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {`${beforeTitle} ${formatCents(old.fareCents)}, ${afterTitle} ${formatCents(now.fareCents)}`}
      </p>
    </section>
  );
}

const CONTROL = '[&_select]:h-11! [&_select]:text-14! xl:pointer-fine:[&_select]:h-9! [&_select]:px-3!';
const FIGURE = 'figures py-0.5 text-right';

function fareOf({ vehicleId, hours, ...ride }: Example, rates: Rates): Fare {
  const vehicle = findVehicle(vehicleId);
  if (!vehicle) throw new Error(`the catalogue has no ${vehicleId}`);
  const bookingType = hours === null ? 'point-to-point' : 'hourly';
  return quoteFare({ ...ride, vehicle, hours, bookingType }, rates);
}

/** Both fares side by side, by line; lines that are zero in both are omitted. */
function linesOf(old: Fare, now: Fare): [label: string, oldCents: number, newCents: number][] {
  const percents = old.taxPercent === now.taxPercent ? [now.taxPercent] : [old.taxPercent, now.taxPercent];
  const lines: [string, number, number][] = [
    ['Base fare', old.baseCents, now.baseCents],
    [`NTA tax, ${percents.map((percent) => `${percent}%`).join(' then ')}`, old.taxCents, now.taxCents],
    ['Fuel surcharge', old.fuelCents, now.fuelCents],
    ['Tech fee', old.techCents, now.techCents],
    ['Airport pickup fee', old.airportCents, now.airportCents],
    [`Gratuity, ${now.gratuityPercentage}%`, old.gratuityCents, now.gratuityCents],
  ];
  return lines.filter(([, oldCents, newCents]) => oldCents !== 0 || newCents !== 0);
}
