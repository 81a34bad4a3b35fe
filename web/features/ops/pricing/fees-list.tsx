import { DRIVER_SHARE_PERCENT } from '#common/fares/driver-share.ts';
import { SURGE_MULTIPLIER } from '#common/fares/surge.ts';
import { FEE_CELLS } from './editable-rates.ts';
import { times } from './format-event.ts';
import { RateCell, type RatesEditing } from './rate-cell.tsx';

const { weekend, 'special-event': specialEvent, 'fight-night': fightNight } = SURGE_MULTIPLIER;

/** Rules fixed by the specification, not by a version of the rates. */
const RULES = [
  {
    name: 'Weekend, special event, fight night',
    value: [weekend, specialEvent, fightNight].map(times).join(', '),
  },
  { name: 'Drivers keep of the base fare, and of tips', value: `${DRIVER_SHARE_PERCENT}%, 100%` },
];

/** The fees, editable in place, and the fixed rules. */
export const FeesList = ({ editing }: { editing: RatesEditing }) => (
  <section aria-labelledby="fees">
    <h2 id="fees" className="display text-22">
      Fees and rules
    </h2>
    <dl className="mt-1 text-14">
      {FEE_CELLS.map((cell) => {
        const was = cell.read(editing.before);
        return (
          <div key={cell.key} className={ROW}>
            <dt className="text-ink-2">{cell.name}</dt>
            <dd className="flex items-center gap-3">
              {cell.read(editing.rates) !== was && (
                <span className="text-12 text-ink-2">was {cell.format(was)}</span>
              )}
              <RateCell cell={cell} editing={editing} />
            </dd>
          </div>
        );
      })}
      {RULES.map(({ name, value }) => (
        <div key={name} className={ROW}>
          <dt className="text-ink-2">{name}</dt>
          <dd className="figures whitespace-nowrap font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const ROW = 'flex min-h-8.5 items-center justify-between gap-4 border-line border-b';
