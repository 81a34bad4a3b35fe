import clsx from 'clsx';
import { fareLines } from '#common/fares/quote-fare.ts';
import { formatCents } from '#common/money.ts';
import type { EditQuote } from '#common/rides/edit-api.ts';
import type { EditableRide } from './edit-draft.ts';

interface Line {
  label: string;
  now: number | null;
  after: number | null;
}

interface EditFareProps {
  ride: EditableRide;
  quote: EditQuote;
}

interface EditCostProps extends EditFareProps {
  /** Label of an amount due, and the text of any other outcome. */
  dueLabel: string;
  outcome: string;
}

/** The fare before and after an edit, and the resulting difference. */
export const EditFare = ({ ride, quote, dueLabel, outcome }: EditCostProps) => (
  <>
    <EditFareTable ride={ride} quote={quote} />
    <div aria-live="polite" className="mt-3 border-line border-t pt-5">
      {quote.dueCents > 0 ? (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium">{dueLabel}</span>
          <span className="figures ml-auto text-28 leading-tight">{formatCents(quote.dueCents)}</span>
        </p>
      ) : (
        <p className="figures text-22 leading-snug">{outcome}</p>
      )}
    </div>
  </>
);

/** The fare lines before and after, side by side. A line missing on one side has an empty cell. */
function EditFareTable({ ride, quote }: EditFareProps) {
  const lines = pairLines(ride, quote);
  const total = { label: 'Fare', now: ride.fare.fareCents, after: quote.fare.fareCents };
  return (
    <table className="w-full">
      <caption className="sr-only">The fare now, and after the change</caption>
      <thead className="text-14 text-ink-2">
        <tr>
          <td />
          <th scope="col" className="pb-2 text-right font-normal">
            Now
          </th>
          <th scope="col" className="pb-2 pl-4 text-right font-normal">
            After
          </th>
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>*]:pb-3.5">
        {lines.map((line) => (
          <Row key={line.label} {...line} />
        ))}
      </tbody>
      <tfoot className="border-line border-t">
        <Row {...total} isTotal />
      </tfoot>
    </table>
  );
}

function Row({ label, now, after, isTotal = false }: Line & { isTotal?: boolean }) {
  const isChanged = now !== after;
  return (
    <tr className={clsx('leading-snug', isTotal && '*:pt-3')}>
      <th
        scope="row"
        className={clsx('py-1.5 text-left', isTotal ? 'font-medium' : 'font-normal text-ink-2')}
      >
        {label}
      </th>
      <td className="figures py-1.5 text-right font-normal text-ink-2">
        {now === null ? '' : formatCents(now)}
      </td>
      <td className={clsx('figures py-1.5 pl-4 text-right', isChanged ? 'font-medium' : 'font-normal')}>
        {after === null ? '' : formatCents(after)}
      </td>
    </tr>
  );
}

/** Pairs the lines by label. The base line gets a fixed label, since its text includes hours and rate. */
function pairLines(ride: EditableRide, { fare, booking }: EditQuote): Line[] {
  const [now, after] = [plainLines(ride.fare, ride), plainLines(fare, booking)];
  const labels = [...new Set([...after, ...now].map(({ label }) => label))];
  const centsIn = (lines: typeof now, wanted: string) =>
    lines.find(({ label }) => label === wanted)?.cents ?? null;
  return labels.map((label) => ({ label, now: centsIn(now, label), after: centsIn(after, label) }));
}

const plainLines = (...[fare, booking]: Parameters<typeof fareLines>) =>
  fareLines(fare, booking).map(({ label, cents }, index) => ({
    label: index === 0 ? 'Base fare' : label,
    cents,
  }));
