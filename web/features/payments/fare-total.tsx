import type { Fare } from '#common/fares/fare.ts';
import { formatCents } from '#common/money.ts';

/** What the ride costs, and where a gift card pays part of it, what is left. */
export const FareTotal = ({ fare }: { fare: Fare }) =>
  fare.giftCardCents === 0 ? (
    <dl>
      <Total label="Estimated fare" cents={fare.fareCents} />
    </dl>
  ) : (
    <dl className="grid gap-y-3">
      <Part label="Estimated fare" amount={formatCents(fare.fareCents)} />
      <Part label="Gift card" amount={formatCents(-fare.giftCardCents)} className="text-ok" />
      <Total label="To pay" cents={fare.totalCents} />
    </dl>
  );

const Part = ({ label, amount, className }: { label: string; amount: string; className?: string }) => (
  <div className="flex justify-between gap-4 leading-snug">
    <dt className="text-ink-2">{label}</dt>
    <dd className={`figures font-normal ${className ?? ''}`}>{amount}</dd>
  </div>
);

const Total = ({ label, cents }: { label: string; cents: number }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="font-medium">{label}</dt>
    <dd className="figures ml-auto text-28 leading-tight">{formatCents(cents)}</dd>
  </div>
);
