import clsx from 'clsx';
import { formatCents } from '#common/money.ts';
import type { Charge } from '#common/rides/ride-money.ts';
import { Button } from '#web/components/ui/button.tsx';
import type { MoneyRow } from './money-rows.ts';

interface MoneyListProps {
  rows: readonly MoneyRow[];
  /** Called to withdraw a further charge; without it no charge can be withdrawn. */
  onWithdraw?: (charge: Charge) => void;
  className?: string;
}

/** A list of amounts with labels. */
export const MoneyList = ({ rows, onWithdraw, className }: MoneyListProps) => (
  <dl className={clsx('grid gap-y-1.5 text-14', className)}>
    {rows.map(({ label, cents, note, isProblem, isWarning, charge }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal, and hold no state
      <div key={index} className="flex justify-between gap-4 leading-5">
        <dt className={isProblem ? 'text-danger' : 'text-ink-2'}>
          {label}
          {note && <span className="block text-12">{note}</span>}
          {charge && onWithdraw && (
            <Button
              variant="quiet"
              className="-ml-2 min-h-9! px-2! text-14! text-gold-ink! pointer-coarse:min-h-11!"
              onClick={() => onWithdraw(charge)}
            >
              {charge.status === 'paid' ? 'Give it back' : 'Withdraw'}
            </Button>
          )}
        </dt>
        <dd className={clsx('figures shrink-0', isProblem && 'text-danger', isWarning && 'text-warn')}>
          {formatCents(cents)}
        </dd>
      </div>
    ))}
  </dl>
);

/** The total below a list of amounts, in larger type. */
export const MoneyTotal = ({ label, cents }: { label: string; cents: number }) => (
  <p className="flex items-baseline justify-between gap-4 border-line border-t pt-3">
    <span className="font-medium">{label}</span>
    <span aria-live="polite" className="figures text-22">
      {formatCents(cents)}
    </span>
  </p>
);
