import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatCents } from '#common/money.ts';
import { type Stars, starName, starsSchema } from '#common/rides/rating.ts';
import { type RiderRide, shortCardName } from '#common/rides/ride.ts';
import { paidTip } from '#common/rides/tips-api.ts';
import { announce } from '#web/lib/announce.ts';
import { RatingForm } from './rating-form.tsx';

/** A tip to pay, with the callbacks of its payment. */
interface TipPayment {
  rideId: string;
  chargeId: string;
  amountCents: number;
  onBusy: (isBusy: boolean) => void;
  /** The card was not charged, or it may have been and the server has not confirmed it. */
  onUnpaid: (why: 'refused' | 'unverified') => void;
  /** The card was charged. `isPaid`: whether the server has confirmed it. */
  onPaid: (isPaid: boolean) => void;
  onGone: (why: string) => void;
}

/** Renders the payment form of a tip. */
export type RenderTip = (payment: TipPayment) => ReactNode;

interface RateRideProps {
  ride: RiderRide;
  renderTip: RenderTip;
}

type Phase =
  | { step: 'asking' | 'rated' }
  /** `isConfirming`: the tip was charged, and the server is still confirming it. */
  | { step: 'sent'; isConfirming: boolean }
  | { step: 'tipping'; chargeId: string; amountCents: number };

/**
 * Asks a rider to rate a completed ride and to tip. Afterwards thanks them, and lets them change the rating.
 */
export function RateRide({ ride, renderTip }: RateRideProps) {
  const [phase, setPhase] = useState<Phase>({ step: ride.rating ? 'rated' : 'asking' });
  const finish = (isPaid = true) => {
    announce('Thank you.');
    setPhase({ step: 'sent', isConfirming: !isPaid });
  };
  return (
    <section
      aria-labelledby="rate-ride"
      className="ride-page-after rounded-card border border-line bg-surface p-5 sm:p-7"
    >
      {phase.step === 'asking' && (
        <RatingForm ride={ride} onSent={(tip) => (tip ? setPhase({ step: 'tipping', ...tip }) : finish())} />
      )}
      {phase.step === 'tipping' && (
        <PayTip
          {...phase}
          ride={ride}
          renderTip={renderTip}
          onPaid={finish}
          onBack={() => setPhase({ step: 'asking' })}
        />
      )}
      {(phase.step === 'sent' || phase.step === 'rated') && (
        <Thanks
          ride={ride}
          takesFocus={phase.step === 'sent'}
          isConfirming={phase.step === 'sent' && phase.isConfirming}
          onChange={() => setPhase({ step: 'asking' })}
        />
      )}
    </section>
  );
}

interface PayTipProps {
  ride: RiderRide;
  chargeId: string;
  amountCents: number;
  renderTip: RenderTip;
  onPaid: (isPaid: boolean) => void;
  onBack: () => void;
}

/** The payment of a tip, after the rating was sent. The tip may also be paid in another window. */
function PayTip({ ride, chargeId, amountCents, renderTip, onPaid, onBack }: PayTipProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [unpaid, setUnpaid] = useState<'refused' | 'unverified' | null>(null);
  const [gone, setGone] = useState<string | null>(null);
  const heading = useFocused<HTMLHeadingElement>(true);
  const payment = { rideId: ride.id, chargeId, amountCents };
  const isPaidElsewhere = paidTip(ride.charges) !== undefined && !isBusy;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the tip is paid elsewhere
  useEffect(() => {
    if (isPaidElsewhere) onPaid(true);
  }, [isPaidElsewhere]);

  const isNotSent = gone !== null || unpaid === 'refused';
  // Once the card may have been charged, going back would allow a second tip.
  const isHeld = isBusy || (unpaid === 'unverified' && gone === null);
  return (
    <>
      <h2 ref={heading} id="rate-ride" tabIndex={-1} className="display text-28 outline-none">
        Tip of {formatCents(amountCents)}
      </h2>
      <p role={isNotSent ? 'alert' : undefined} className="mt-1.5 mb-5 text-ink-2">
        {isNotSent ? `Your rating is sent, the tip is not. ${gone ?? ''}` : 'Your rating is sent.'}
      </p>
      {gone === null &&
        renderTip({ ...payment, onBusy: setIsBusy, onUnpaid: setUnpaid, onPaid, onGone: setGone })}
      {!isHeld && (
        <button type="button" className={TEXT_BUTTON} onClick={onBack}>
          Back
        </button>
      )}
    </>
  );
}

const TEXT_BUTTON = '-mb-2 mt-2 min-h-11 font-semibold text-14 text-gold-ink hover:underline';

interface ThanksProps {
  ride: RiderRide;
  /** Whether to focus the heading, because it replaces the form that had the focus. */
  takesFocus: boolean;
  /** The tip was charged, but is not confirmed yet. */
  isConfirming: boolean;
  onChange: () => void;
}

function Thanks({ ride, takesFocus, isConfirming, onChange }: ThanksProps) {
  const heading = useFocused<HTMLHeadingElement>(takesFocus);
  const isTipOnItsWay = isConfirming && !paidTip(ride.charges);
  return (
    <>
      <h2 ref={heading} id="rate-ride" tabIndex={-1} className="display text-28 outline-none">
        Thank you
      </h2>
      <p className="mt-1.5 text-ink-2">
        {formatThanks(ride)}
        {isTipOnItsWay && ' Your tip is being confirmed.'}
      </p>
      {!isTipOnItsWay && (
        <button type="button" className={TEXT_BUTTON} onClick={onChange}>
          {paidTip(ride.charges) ? 'Change your rating' : 'Change your rating, or add a tip'}
        </button>
      )}
    </>
  );
}

/** Returns the stars of a rated ride; null while it is not rated. */
const starsOf = ({ rating }: RiderRide): Stars | null => starsSchema.safeParse(rating?.stars).data ?? null;

/** Thanks the rider: `Excellent, and a tip of $10.13 from Visa 4242. Marcus gets all of it.` */
function formatThanks(ride: RiderRide): string {
  const stars = starsOf(ride);
  const word = stars ? starName(stars) : 'Your rating is sent';
  const tip = paidTip(ride.charges);
  if (!tip) return `${word}.`;
  const card = tip.card ? ` from ${shortCardName(tip.card)}` : '';
  return `${word}, and a tip of ${formatCents(tip.amountCents)}${card}. ${ride.driver?.firstName ?? 'Your driver'} gets all of it.`;
}

/** Focuses an element when it is mounted in place of another. */
function useFocused<E extends HTMLElement>(takesFocus: boolean) {
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
  return element;
}
