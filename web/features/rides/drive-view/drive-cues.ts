import { hoursText } from '#common/fares/quote-fare.ts';
import { formatCents, formatDollarString } from '#common/money.ts';
import { formatTime } from '#common/time.ts';
import type { Sound } from '#web/lib/play-alert.ts';
import { formatOverlap } from '../driver/offer-overlap.ts';
import { pickupOf } from '../planned-time.ts';
import { riderName } from '../ride-card/format-driver-ride.ts';
import { shortPlace, shortRoute } from '../ride-card/short-place.ts';
import type { DriveScreen, Notice, UndoTime } from './drive-machine.ts';
import { bookedHours, type CompleteQuestion, formatReview, type Question, sumsOf } from './drive-question.ts';
import { SPOKEN, spokenAccept, spokenCompletion, spokenPickup, spokenRequest } from './spoken.ts';

/** How a screen is announced when it appears. */
export interface Cue {
  /** For screen readers. */
  text: string;
  isAssertive?: true;
  /** Text read aloud. */
  spoken: string | null;
  sound?: Sound;
}

/** When a screen is announced, and how long the ride just accepted can be undone. */
export interface CueTime {
  now: Date;
  undo: Pick<UndoTime, 'seconds'>;
}

/** Returns the key of a screen. Two screens with the same key are the same one, updated. */
export function screenKey(screen: DriveScreen): string {
  if ('offer' in screen) return `${screen.name} ${screen.offer.id}`;
  if (screen.name === 'question') return `${screen.name} ${stepOf(screen.question)}`;
  if (screen.name === 'notice') return `${screen.name} ${screen.notice.kind}`;
  if (screen.name === 'lost') return `${screen.name} ${screen.lost.rideId} ${screen.lost.title}`;
  if ('ride' in screen) return `${screen.name} ${screen.ride?.id}`;
  return screen.name;
}

function stepOf(question: Question): string {
  switch (question.kind) {
    case 'complete':
      return `${question.isSettled ? 'complete' : 'hours'} ${question.changes}`;
    case 'early':
      return `early ${question.rideId} ${question.to}`;
    case 'pin':
      return `pin ${question.rideId}`;
    default:
      return question.kind;
  }
}

/** Returns the cue of a screen; null when it appears silently. */
export function cueOf(screen: DriveScreen, { now, undo }: CueTime): Cue | null {
  switch (screen.name) {
    case 'request': {
      const { offer, overlap, isHearing } = screen;
      const at = formatTime(pickupOf(offer));
      return {
        text: `New request: ${formatDollarString(offer.driverShare)}, ${at}, ${shortRoute(offer)}. ${formatOverlap(overlap)}.`,
        spoken: spokenRequest(offer, overlap, now),
        ...(!isHearing && { sound: 'new' }),
      };
    }
    case 'yours': {
      const text = spokenAccept(undo.seconds);
      return { text, spoken: text, sound: 'accepted' };
    }
    case 'notice':
      return noticeCue(screen.notice);
    case 'lost':
      return { ...aloud(`${screen.lost.title}. ${screen.lost.text}`), spoken: `${screen.lost.title}.` };
    case 'question': {
      const { question, ride } = screen;
      const name = ride ? riderName(ride) : 'Your rider';
      const text = formatQuestion(question, name);
      return { text, spoken: question.kind === 'complete' ? spokenCompletion(question, name) : text };
    }
    case 'on-the-way':
      return { text: `To the pickup: ${shortPlace(screen.ride.pickupLocation)}`, spoken: null };
    case 'clock':
      return { text: `Waiting for ${riderName(screen.ride)}`, spoken: null };
    case 'driving':
      return { text: `To ${shortPlace(screen.ride.dropoffLocation)}`, spoken: null };
    default:
      return null;
  }
}

/** Returns the text read aloud when the driver requests it, for any screen. */
export function readingOf(screen: DriveScreen, at: CueTime): string {
  const { now } = at;
  if (screen.name === 'waiting')
    return screen.next ? `Next ride. ${spokenPickup(screen.next, now)}` : 'No ride ahead.';
  if (screen.name === 'on-the-way') return spokenPickup(screen.ride, now);
  const cue = cueOf(screen, at);
  return cue?.spoken ?? cue?.text ?? '';
}

const aloud = (text: string): Cue => ({ text, isAssertive: true, spoken: text, sound: 'failed' });

function noticeCue(notice: Notice): Cue {
  switch (notice.kind) {
    case 'taken':
      return { ...aloud(`Taken. ${shortRoute(notice.offer)} went to another driver.`), spoken: SPOKEN.taken };
    case 'withdrawn':
      return aloud('No longer open.');
    case 'undone':
      return { text: `${SPOKEN.undone} It is open to other drivers again.`, spoken: SPOKEN.undone };
    case 'too-late':
      return aloud(TOO_LATE);
    case 'completed':
      return { text: 'Ride completed.', spoken: null };
    case 'no-show':
      return { text: 'No-show noted.', spoken: null };
  }
}

/** Shown when the driver undoes too late. */
export const TOO_LATE = 'Too late to undo. Give the ride back in My Rides.';

/** Returns the text of a question. */
export function formatQuestion(question: Question, name: string): string {
  if ('message' in question) return question.message;
  return question.kind === 'complete' ? formatCompletion(question, name) : `${name} didn't come?`;
}

/** Formats a completion: `Complete? 3.5 hours. Alex gets back $149.38. Your share is $833.32.` */
function formatCompletion(question: CompleteQuestion, name: string): string {
  const sums = sumsOf(question);
  const { backCents, shareCents, isReviewed } = sums;
  const back = backCents > 0 && `${name} gets back ${formatCents(backCents)}.`;
  const share = question.isSettled && `Your share is ${formatCents(shareCents)}.`;
  const hours = question.hours !== null && hoursText(question.hours);
  const asked = question.isSettled
    ? ['Complete?', hours && `${hours}.`]
    : [`Hours used: ${question.hours} of ${bookedHours(question)}.`];
  return [...asked, ...(isReviewed ? [formatReview(sums)] : [back, share])].filter(Boolean).join(' ');
}
