import { useEffect, useRef, useState } from 'react';
import { isPoor, MAX_RATING_TEXT, type Stars, starsInWords, starsSchema } from '#common/rides/rating.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextArea } from '#web/components/ui/text-input.tsx';
import { announce } from '#web/lib/announce.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { rateRide } from '../api/ride-actions.ts';
import { StarLine } from './star-line.tsx';

const chosenOf = ({ rating }: RiderRide): Stars | null => starsSchema.safeParse(rating?.stars).data ?? null;

/** Asks a rider how a completed ride was; once that is sent, thanks them, and lets them change it. */
export function RateRide({ ride }: { ride: RiderRide }) {
  const [phase, setPhase] = useState<'asking' | 'sent' | 'rated'>(ride.rating ? 'rated' : 'asking');
  return (
    <section
      aria-labelledby="rate-ride"
      className="ride-page-after rounded-card border border-line bg-surface p-5 sm:p-7"
    >
      {phase === 'asking' ? (
        <RatingForm ride={ride} onSent={() => setPhase('sent')} />
      ) : (
        <Thanks ride={ride} takesFocus={phase === 'sent'} onChange={() => setPhase('asking')} />
      )}
    </section>
  );
}

function RatingForm({ ride, onSent }: { ride: RiderRide; onSent: () => void }) {
  const [stars, setStars] = useState(() => chosenOf(ride));
  const [text, setText] = useState(ride.rating?.text ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const name = ride.driver?.firstName ?? 'your driver';
  const isBad = stars !== null && isPoor(stars);

  const { run, isPending } = useInFlight(async () => {
    if (stars === null) return;
    setProblem(null);
    try {
      await rateRide(ride.id, { stars, text });
      announce('Thank you. Your rating is sent.');
      onSent();
    } catch (error) {
      setProblem(messageOf(error, 'Not sent. Try again.'));
    }
  });

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
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
      <Button
        type="submit"
        className="mt-6 w-full"
        isUnavailable={stars === null}
        isPending={isPending}
        pendingLabel="Sending..."
      >
        Send
      </Button>
      <p role="alert" className="mt-3 text-14 text-danger empty:hidden">
        {problem}
      </p>
    </form>
  );
}

interface ThanksProps {
  ride: RiderRide;
  /** In place of the form that has just gone. */
  takesFocus: boolean;
  onChange: () => void;
}

function Thanks({ ride, takesFocus, onChange }: ThanksProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const stars = chosenOf(ride);

  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  return (
    <>
      <h2 ref={heading} id="rate-ride" tabIndex={-1} className="display text-28 outline-none">
        Thank you
      </h2>
      {stars && <p className="mt-1.5 text-ink-2">You rated this ride {starsInWords(stars)}.</p>}
      <button
        type="button"
        className="-mb-2 min-h-11 font-semibold text-14 text-gold-ink hover:underline"
        onClick={onChange}
      >
        Change your rating
      </button>
    </>
  );
}
