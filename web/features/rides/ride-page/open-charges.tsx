import { CreditCard } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatCents } from '#common/money.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import type { RiderCharge } from '#common/rides/ride-money.ts';
import { formatTimeWithZone } from '#common/time.ts';

/** Draws the payment of a charge over the page. */
export type RenderPayment = (ride: RiderRide, charge: RiderCharge, onClose: () => void) => ReactNode;

/** The charges of a ride that can still be paid; a tip is asked for where the ride is rated. */
export const openCharges = ({ charges }: RiderRide, now: Date): RiderCharge[] =>
  charges.filter(
    ({ kind, status, payBy }) =>
      kind !== 'tip' && status === 'open' && !(payBy && Date.parse(payBy) <= now.getTime()),
  );

interface OpenChargesProps {
  ride: RiderRide;
  now: Date;
  renderPayment: RenderPayment;
}

/** What is still to be paid for a ride besides its fare, above all that can be done with it; nothing where nothing is. */
export function OpenCharges({ ride, now, renderPayment }: OpenChargesProps) {
  const [paying, setPaying] = useState<RiderCharge | null>(null);
  return (
    <>
      {openCharges(ride, now).map((charge) => (
        <li key={charge.id} className="border-line border-b">
          <button
            type="button"
            className="flex min-h-13 w-full items-center gap-4 py-2 text-left font-medium transition-colors hover:text-gold-ink"
            onClick={() => setPaying(charge)}
          >
            <CreditCard aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
            <span className="shrink-0">Pay {formatCents(charge.amountCents)}</span>
            <span className="ml-auto text-right text-14 text-ink-2 font-normal">{metaOf(charge)}</span>
          </button>
        </li>
      ))}
      {paying && renderPayment(ride, paying, () => setPaying(null))}
    </>
  );
}

const metaOf = ({ reason, payBy }: RiderCharge): string =>
  [reason, payBy && `open until ${formatTimeWithZone(new Date(payBy))}`].filter(Boolean).join(', ');
