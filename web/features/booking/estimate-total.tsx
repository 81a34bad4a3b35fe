import type { Fare } from '#common/fares/fare.ts';
import { type Cents, formatCents } from '#common/money.ts';
import type { AppliedGiftCard } from './draft.ts';

/** The parts of a fare, or of the sum of two, that the total shows. */
export type TotalFare = Pick<Fare, 'fareCents' | 'giftCardCents' | 'totalCents'>;

interface EstimateTotalProps {
  fare: TotalFare;
  /** The applied gift card, which pays part of the fare. */
  giftCard: AppliedGiftCard | null;
}

/** The total. With a gift card, or a waived remainder, also what is left to pay. */
export function EstimateTotal({ fare, giftCard }: EstimateTotalProps) {
  const waivedCents = fare.fareCents - fare.giftCardCents - fare.totalCents;
  const credits = [
    ...(giftCard ? [{ label: 'Gift card', cents: -fare.giftCardCents }] : []),
    // Not `waivedLines`: importing `common/rides/ride.ts` would load code that only sending a booking needs.
    ...(waivedCents > 0 ? [{ label: 'Waived, under 50 cents', cents: -waivedCents }] : []),
  ];
  const isPart = credits.length > 0;
  return (
    <div className="mt-5 grid gap-y-3 border-line border-t pt-4">
      {isPart && (
        <dl className="grid gap-y-3">
          <Part label="Fare Estimate" cents={fare.fareCents} />
          {credits.map((credit) => (
            <Part key={credit.label} {...credit} className="text-ok" />
          ))}
        </dl>
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-semibold whitespace-nowrap">{isPart ? 'To pay' : 'Fare Estimate'}</p>
        <p aria-live="polite" className="figures ml-auto text-40 leading-tight">
          {formatCents(fare.totalCents)}
        </p>
      </div>
      <p className="-mt-2 text-12 text-ink-2">
        {giftCard && stays(Math.round(giftCard.currentBalance * 100) - fare.giftCardCents)}
        Final fare may vary. Includes $3M insurance.
      </p>
    </div>
  );
}

interface PartProps {
  label: string;
  cents: Cents;
  className?: string;
}

const Part = ({ label, cents, className = '' }: PartProps) => (
  <div className="flex justify-between gap-4 leading-snug">
    <dt className="text-ink-2">{label}</dt>
    <dd className={`figures shrink-0 font-normal ${className}`}>{formatCents(cents)}</dd>
  </div>
);

const stays = (leftCents: Cents): string =>
  leftCents > 0 ? `${formatCents(leftCents)} stays on your gift card. ` : '';
