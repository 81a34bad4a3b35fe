import { Minus, Plus } from 'lucide-react';
import { hoursText } from '#common/fares/quote-fare.ts';
import { type Cents, formatCents } from '#common/money.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { speak } from '#web/lib/speak.ts';
import { useAlertSettings } from '../alerts/alert-settings.ts';
import { riderName } from '../ride-card/format-driver-ride.ts';
import { shortPlace } from '../ride-card/short-place.ts';
import { DriveFrame, type DriveFrameProps, Figure, StepButton } from './drive-frame.tsx';
import { bookedHours, type CompleteQuestion, formatReview, stepHours, sumsOf } from './drive-question.ts';
import { spokenCompletion } from './spoken.ts';
import { useDriveKeys } from './use-drive-keys.ts';

// The screens that complete a ride: the hours used, then the confirmation of the final fare.

const nameOf = (ride: DriverRide | null): string => (ride ? riderName(ride) : 'Your rider');

interface HoursScreenProps extends Omit<DriveFrameProps, 'pad' | 'children'> {
  question: CompleteQuestion;
  ride: DriverRide | null;
  onChange: (question: CompleteQuestion) => void;
}

/**
 * Lets the driver set the hours used, by large buttons or arrow keys, and shows the refund. Each change is
 * read aloud.
 */
export function HoursScreen({ question, ride, onChange, ...frame }: HoursScreenProps) {
  const { backCents, isReviewed, isShort } = sumsOf(question);
  const step = (direction: 1 | -1) => {
    const next = stepHours(question, direction);
    if (next === question || frame.isPending) return;
    onChange(next);
    const { reads, volume } = useAlertSettings.getState();
    if (reads) speak(spokenCompletion(next, nameOf(ride)), volume);
  };
  useDriveKeys({
    ArrowUp: () => step(1),
    ArrowRight: () => step(1),
    ArrowDown: () => step(-1),
    ArrowLeft: () => step(-1),
  });

  return (
    <DriveFrame {...frame}>
      <p className="text-ink-2">Hours used, of {bookedHours(question)}</p>
      <div className="mt-2 flex items-center gap-2">
        <StepButton label="Fewer hours" isOff={stepHours(question, -1) === question} onPress={() => step(-1)}>
          <Minus aria-hidden size={36} />
        </StepButton>
        <output aria-label="Hours used" className="@container min-w-0 flex-1 text-center">
          <Figure size={6}>{`${question.hours}`}</Figure>
        </output>
        <StepButton label="More hours" isOff={stepHours(question, 1) === question} onPress={() => step(1)}>
          <Plus aria-hidden size={36} />
        </StepButton>
      </div>
      <output className="mt-6 block">
        {isReviewed ? (
          formatReview({ isShort })
        ) : backCents > 0 ? (
          <>
            {nameOf(ride)} gets back <Figure size={3.5}>{formatCents(backCents)}</Figure>
          </>
        ) : (
          'Nothing goes back.'
        )}
      </output>
    </DriveFrame>
  );
}

/** The confirmation: the drop-off, and the amounts of the completed ride. */
export function AskedToComplete({ question, ride }: Pick<HoursScreenProps, 'question' | 'ride'>) {
  const { fareCents, backCents, shareCents, isReviewed, isShort } = sumsOf(question);
  const { waitingCents } = question.quote;
  return (
    <>
      <p className="text-56 font-semibold leading-[1.05] tracking-[-0.02em]">Complete?</p>
      {ride && <p className="drive-tall mt-3">At {shortPlace(ride.dropoffLocation)}.</p>}
      {question.hours !== null && <p className="mt-1">{hoursText(question.hours)}</p>}
      <dl className="mt-4 grid gap-1">
        <Sum label="Final fare" cents={fareCents} />
        {waitingCents > 0 && <Sum label="Waiting" cents={waitingCents} />}
        {!isReviewed && backCents > 0 && <Sum label={`${nameOf(ride)} gets back`} cents={backCents} />}
        {!isReviewed && <Sum label="Your share" cents={shareCents} isOwn />}
      </dl>
      {isReviewed && <p className="mt-3">{formatReview({ isShort })}</p>}
    </>
  );
}

const Sum = ({ label, cents, isOwn }: { label: string; cents: Cents; isOwn?: true }) => (
  <div className="flex flex-wrap justify-between gap-x-4">
    <dt className="min-w-0 text-ink-2">{label}</dt>
    <dd className={isOwn ? 'figures font-semibold text-gold-ink' : 'figures'}>{formatCents(cents)}</dd>
  </div>
);
