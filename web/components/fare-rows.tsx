import clsx from 'clsx';
import type { FareLine } from '#common/fares/quote-fare.ts';
import { formatCents } from '#common/money.ts';

interface FareRowsProps {
  lines: readonly FareLine[];
  /** For layout, such as the gap between the rows. */
  className?: string;
}

/** The lines of a fare, and the line every fare includes (specification section 2, Fare Estimate panel). */
export const FareRows = ({ lines, className }: FareRowsProps) => (
  <dl className={clsx('grid', className)}>
    {lines.map((line) => (
      <Row key={line.label} label={line.label} amount={formatCents(line.cents)} />
    ))}
    <Row label="Service and insurance" amount="Included" />
  </dl>
);

const Row = ({ label, amount }: { label: string; amount: string }) => (
  <div className="flex justify-between gap-4 leading-snug">
    <dt className="text-ink-2">{label}</dt>
    <dd className="figures shrink-0 font-normal">{amount}</dd>
  </div>
);
