import { type FormEvent, useState } from 'react';
import { formatCents } from '#common/money.ts';
import { isPoor, MAX_RATING_TEXT, type Stars, starsSchema } from '#common/rides/rating.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { paidTip, type Tip } from '#common/rides/tips-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextArea } from '#web/components/ui/text-input.tsx';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { rateRide, tipRide } from '../api/after-ride-actions.ts';
import { StarLine } from './star-line.tsx';
import { NO_TIP, TIP_PROBLEM, TipChoice, tipAmount, tipOf } from './tip-choice.tsx';

interface RatingFormProps {
  ride: RiderRide;
  /** The rating was sent. `tip`: the tip still to be paid, if any. */
  onSent: (tip: { chargeId: string; amountCents: number } | null) => void;
}

/** The form for the rating, a comment and a tip. */
export function RatingForm({ ride, onSent }: RatingFormProps) {
  const [stars, setStars] = useState<Stars | null>(starsSchema.safeParse(ride.rating?.stars).data ?? null);
  const [text, setText] = useState(ride.rating?.text ?? '');
  const [draft, setDraft] = useState(NO_TIP);
  const [problem, setProblem] = useState<string | null>(null);
  const [tipProblem, setTipProblem] = useState<string | null>(null);
  const name = ride.driver?.firstName ?? 'your driver';
  const isBad = stars !== null && isPoor(stars);
  const tip = paidTip(ride.charges) ? null : tipOf(draft);

  const { run, isPending } = useInFlight(async () => {
    if (stars === null) return;
    setProblem(null);
    try {
      await rateRide(ride.id, { stars, text });
    } catch (error) {
      return setProblem(messageOf(error, 'Not sent. Try again.'));
    }
    try {
      onSent(tip && (await openTip(ride, tip)));
    } catch (error) {
      setProblem(`Your rating is sent, the tip is not. ${messageOf(error, 'Try again.')}`);
    }
  });

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const isIncomplete = draft.chosen === 'custom' && tip === null;
    setTipProblem(isIncomplete ? TIP_PROBLEM : null);
    if (!isIncomplete) void run();
  };

  return (
    <form noValidate onSubmit={handleSubmit}>
      <h2 id="rate-ride" className="display mb-3 text-28">
        {ride.driver ? `How was the ride with ${name}?` : 'How was the ride?'}
      </h2>
      <StarLine value={stars} onChange={setStars} />
      <Field
        label={isBad ? 'What went wrong?' : `A word for ${name}`}
        isOptional
        hint={isBad ? `Our support team reads it, ${name} does not.` : undefined}
        className="mt-5"
      >
        {(control) => (
          <TextArea
            {...control}
            value={text}
            maxLength={MAX_RATING_TEXT}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {!paidTip(ride.charges) && (
        <TipChoice
          ride={ride}
          name={name}
          draft={draft}
          problem={tipProblem}
          onChange={(changed) => {
            setDraft(changed);
            setTipProblem(null);
          }}
        />
      )}
      <Button
        type="submit"
        size={52}
        className="mt-6 w-full"
        isUnavailable={stars === null}
        isPending={isPending}
        pendingLabel="Sending..."
      >
        {tip ? `Send, and tip ${formatCents(tipAmount(ride, tip))}` : 'Send'}
      </Button>
      <p role="alert" className="mt-3 text-14 text-danger empty:hidden">
        {problem}
      </p>
    </form>
  );
}

/** Opens the tip. The server decides the amount. */
async function openTip(ride: RiderRide, tip: Tip) {
  const { chargeId, charges } = await tipRide(ride.id, tip);
  const charge = charges.find(({ id }) => id === chargeId);
  return { chargeId, amountCents: charge?.amountCents ?? tipAmount(ride, tip) };
}
