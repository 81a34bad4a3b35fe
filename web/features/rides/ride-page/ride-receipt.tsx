import clsx from 'clsx';
import { Printer, TriangleAlert } from 'lucide-react';
import { formatCents } from '#common/money.ts';
import type { Receipt, ReceiptLine } from '#common/rides/receipt.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { FareRows } from '#web/components/fare-rows.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { formatCancellation, formatLateCredit } from '../ride-card/format-ride.ts';

/** The receipt of a finished ride: fare lines, payments, later payments and refunds. */
export function RideReceipt({ ride, receipt }: { ride: RiderRide; receipt: Receipt }) {
  return (
    <section aria-labelledby="ride-fare" className="ride-page-fare">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="ride-fare" className="display text-28">
          Receipt
        </h2>
        <span className="figures text-14 text-ink-2">{rideReference(ride.id)}</span>
      </div>
      {receipt.failed && <FailedRefund {...receipt.failed} />}
      <ReceiptLines receipt={receipt} className="mt-5" />
      {ride.status === 'cancelled' && (
        <p className="mt-4 text-14 text-ink-2 text-pretty">{formatCancellation(ride)}</p>
      )}
      {ride.lateCredit && <p className="mt-4 text-14 text-pretty">{formatLateCredit(ride.lateCredit)}</p>}
      <Button variant="outline" className="mt-7" onClick={() => window.print()}>
        <Printer aria-hidden size={18} strokeWidth={1.75} />
        Print receipt
      </Button>
    </section>
  );
}

/** The lines of a receipt, on screen and on paper. */
export function ReceiptLines({ receipt, className }: { receipt: Receipt; className?: string }) {
  const { lines, parts, paid, costs, later, total } = receipt;
  return (
    <div className={className}>
      <FareRows lines={lines} className="gap-y-3" />
      <dl className="mt-5 grid gap-y-3 border-line border-t pt-5">
        {parts.map((line) => (
          <Line key={line.label} {...line} />
        ))}
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="font-medium">{paid.label}</dt>
          <dd className="figures ml-auto text-28 leading-tight">{formatCents(paid.cents)}</dd>
        </div>
      </dl>
      {paid.note && <p className="mt-1.5 text-right text-14 text-ink-2">{paid.note}</p>}
      {costs.length > 0 && (
        <dl className="mt-5 grid gap-y-3 border-line border-t pt-5">
          {costs.map((line) => (
            <Line key={line.label} {...line} />
          ))}
        </dl>
      )}
      {later.length > 0 && (
        <dl className="mt-5 grid gap-y-3 border-line border-t pt-5">
          {later.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be identical, and none is ever removed
            <Line key={index} {...line} />
          ))}
          <Line {...total} isTotal />
        </dl>
      )}
    </div>
  );
}

const Line = ({ label, cents, isTotal = false }: ReceiptLine & { isTotal?: boolean }) => (
  <div className={clsx('flex justify-between gap-4 leading-snug', isTotal && 'font-medium')}>
    <dt className={clsx('wrap-anywhere', !isTotal && 'text-ink-2')}>{label}</dt>
    <dd className={clsx('figures shrink-0', !isTotal && 'font-normal', cents < 0 && 'text-ok')}>
      {formatCents(cents)}
    </dd>
  </div>
);

const FailedRefund = ({ cents, to }: { cents: number; to: string }) => (
  <div role="alert" className="mt-5 flex gap-3 rounded-card border border-danger p-4 leading-snug">
    <TriangleAlert aria-hidden size={20} className="mt-px shrink-0 text-danger" />
    <p>
      <span className="block font-medium">{formatCents(cents)} could not be sent back</span>
      <span className="text-14 text-ink-2">
        {to} did not take it. Our support team writes to you about it.
      </span>
    </p>
  </div>
);
