import { CircleAlert, CircleCheck, Lock, TriangleAlert } from 'lucide-react';
import { hoursText } from '#common/fares/quote-fare.ts';
import { formatDollarString } from '#common/money.ts';
import { isUnderReview } from '#common/rides/fare-review.ts';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { formatTime } from '#common/time.ts';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { formatNoShow, useNoShowFee } from '../driver/no-show-fee.ts';
import { formatOverlap } from '../driver/offer-overlap.ts';
import { leaveBy, pickupOf } from '../planned-time.ts';
import { riderName } from '../ride-card/format-driver-ride.ts';
import { formatPickup } from '../ride-card/format-ride.ts';
import { shortPlace, shortRoute } from '../ride-card/short-place.ts';
import { AskedToComplete } from './complete-screens.tsx';
import { formatQuestion, TOO_LATE } from './drive-cues.ts';
import { Figure, Place } from './drive-frame.tsx';
import type { DriveScreen, Notice } from './drive-machine.ts';
import { AtThePickup, Driving, dayBefore, OnTheWay, Yours } from './drive-ride-screens.tsx';

/** The content of a screen. */
export function ScreenContent({ screen }: { screen: DriveScreen }) {
  switch (screen.name) {
    case 'loading':
      return <LoadingLine label="Loading rides..." className="pt-10" />;
    case 'failed':
      return <Message title="No answer" text="We couldn't load your rides." />;
    case 'lost':
      return (
        <>
          <CircleAlert aria-hidden size={72} strokeWidth={1.5} className="drive-tall mb-6 text-danger" />
          <Message title={screen.lost.title} text={screen.lost.text} />
        </>
      );
    case 'question':
      return <Asked screen={screen} />;
    case 'notice':
      return <NoticeContent notice={screen.notice} openCount={screen.openCount} />;
    case 'waiting':
      return <Waiting {...screen} />;
    case 'request':
      return <Request {...screen} />;
    case 'yours':
      return <Yours ride={screen.ride} />;
    case 'on-the-way':
      return <OnTheWay ride={screen.ride} />;
    case 'clock':
      return <AtThePickup ride={screen.ride} />;
    case 'driving':
      return <Driving ride={screen.ride} />;
  }
}

const Message = ({ title, text }: { title: string; text: string }) => (
  <>
    <p className="text-56 font-semibold leading-[1.05] tracking-[-0.02em] text-balance">{title}</p>
    <p className="mt-4">{text}</p>
  </>
);

function Asked({ screen: { question, ride } }: { screen: DriveScreen & { name: 'question' } }) {
  const words = formatQuestion(question, ride ? riderName(ride) : 'Your rider');
  switch (question.kind) {
    case 'overlap':
      return (
        <Message
          title={question.isVehicleTaken ? 'The vehicle is taken' : 'This overlaps'}
          text={question.message}
        />
      );
    case 'early':
      return <p className="text-40 font-semibold leading-tight">{question.message}</p>;
    case 'pin':
      // The PIN question with its keypad has a separate screen.
      return <p className={question.isWrong ? 'text-danger' : undefined}>{question.message}</p>;
    case 'complete':
      return <AskedToComplete question={question} ride={ride} />;
    case 'no-show':
      return (
        <>
          <Message title={words} text={ride ? `At ${shortPlace(ride.pickupLocation)}.` : ''} />
          {ride && <NoShowFee ride={ride} />}
        </>
      );
  }
}

/** The no-show fee, as quoted by the server. */
function NoShowFee({ ride }: { ride: DriverRide }) {
  const { state } = useNoShowFee(ride);
  if (state.phase === 'loading') return <p className="mt-4 text-ink-2">Loading the fee...</p>;
  if (state.phase === 'failed') return <p className="mt-4 text-warn">We couldn't load the fee.</p>;
  return <p className="mt-4">{formatNoShow(riderName(ride), state.value)}</p>;
}

function NoticeContent({ notice, openCount }: { notice: Notice; openCount: number }) {
  const fitting = openCount > 0 && (
    <p className="mt-6 text-ink-2">{openCount === 1 ? '1 more fits you' : `${openCount} more fit you`}</p>
  );
  switch (notice.kind) {
    case 'taken':
      return (
        <>
          <Lock aria-hidden size={64} strokeWidth={1.5} className="drive-tall mb-4 text-ink-2" />
          <Figure size={4.5}>Taken</Figure>
          <p className="mt-4">{shortRoute(notice.offer)} went to another driver.</p>
          {fitting}
        </>
      );
    case 'withdrawn':
      return (
        <>
          <Message title="No longer open" text={`${shortRoute(notice.offer)} was taken off the board.`} />
          {fitting}
        </>
      );
    case 'undone':
      return <Message title="Given back" text="It is open to other drivers again." />;
    case 'too-late':
      return <Message title="Too late" text={TOO_LATE} />;
    case 'completed':
      return (
        <>
          <CircleCheck aria-hidden size={72} strokeWidth={1.5} className="drive-tall mb-4 text-ok" />
          {isUnderReview(notice.ride) ? (
            <Message title="Completed" text="Dispatch checks the final fare. Your share follows." />
          ) : (
            <>
              <Message title="Completed" text="Your share" />
              <Share ride={notice.ride} />
            </>
          )}
        </>
      );
    case 'no-show':
      return (
        <>
          <Message title="No-show noted" text="Your share of the fee" />
          <Share ride={notice.ride} />
        </>
      );
  }
}

const Share = ({ ride: { driverShare } }: { ride: DriverRide }) => (
  <Figure size={5.5} className="text-gold-ink">
    {formatDollarString(driverShare)}
  </Figure>
);

const WHY_NOT = {
  'off-duty': {
    title: "You're off duty",
    text: 'No requests come, nothing rings, and nobody sees where you are.',
  },
  'no-vehicle': {
    title: 'No vehicle',
    text: 'None of your vehicles is on the road.',
  },
  suspended: {
    title: 'Suspended',
    text: 'No requests come until you are reinstated. Please call dispatch.',
  },
  none: { title: 'Not approved yet', text: 'Requests appear here once your application is approved.' },
} as const;

function Waiting({ why, next, openCount }: DriveScreen & { name: 'waiting' }) {
  const now = useNow();
  return (
    <>
      {next && (
        <>
          <p className="text-ink-2">Next ride{dayBefore(next, now)}</p>
          <Figure size={5.5}>{formatTime(pickupOf(next))}</Figure>
          <Place className="mt-2">{shortPlace(next.pickupLocation)}</Place>
          <p className="mt-2 text-ink-2">Leave by {formatTime(leaveBy(next))}</p>
          <RouteLine start="none" end="none" className="drive-tall my-8" />
        </>
      )}
      {why ? (
        <>
          <p className={next ? 'font-semibold' : 'mb-4 text-56 font-semibold leading-none'}>
            {WHY_NOT[why].title}
          </p>
          <p className={next ? 'drive-tall text-ink-2' : ''}>{WHY_NOT[why].text}</p>
        </>
      ) : (
        <Requests count={openCount} isAlone={!next} />
      )}
    </>
  );
}

function Requests({ count, isAlone }: { count: number; isAlone: boolean }) {
  const text =
    count === 0 ? 'No requests now' : count === 1 ? '1 request fits you' : `${count} requests fit you`;
  return (
    <>
      <p className={isAlone ? 'text-56 font-semibold leading-[1.05] tracking-[-0.02em]' : ''}>{text}</p>
      {count === 0 && (
        <p className={isAlone ? 'mt-4 text-ink-2' : 'text-ink-2'}>It rings when one comes in.</p>
      )}
    </>
  );
}

function Request({ offer, overlap }: DriveScreen & { name: 'request' }) {
  const now = useNow();
  const { day } = formatPickup(offer.scheduledDate, offer.scheduledTime, now);
  const hours = offer.hours === null ? '' : `, ${hoursText(offer.hours)}`;
  const overlaps = overlap.kind === 'overlaps';
  const Icon = overlaps ? TriangleAlert : CircleCheck;
  return (
    <>
      <Figure size={5.5} className="text-gold-ink">
        {formatDollarString(offer.driverShare)}
      </Figure>
      <Figure size={hours ? 2.5 : 3.5}>{`${formatTime(pickupOf(offer))}${hours}`}</Figure>
      {day !== 'Today' && <p className="font-medium">{day}</p>}
      <Route offer={offer} />
      <p className={overlaps ? 'flex gap-3 font-medium text-warn' : 'flex gap-3 text-ok'}>
        <Icon aria-hidden size={28} className="mt-1 shrink-0" />
        {formatOverlap(overlap)}
      </p>
    </>
  );
}

const Route = ({ offer: { pickupLocation, dropoffLocation } }: { offer: Offer }) => (
  <div className="relative my-3 flex flex-col gap-3">
    <span aria-hidden className="drive-tall absolute inset-y-4 left-[3px] flex flex-col items-center">
      <RouteLine direction="vertical" size="half" className="h-full" />
    </span>
    <p className="drive-pickup">
      <span className="sr-only">Pickup: </span>
      <Place>{withShortTerminal(pickupLocation)}</Place>
    </p>
    <p className="drive-tall pl-9">
      <span className="sr-only">Drop-off: </span>
      <Place>{withShortTerminal(dropoffLocation)}</Place>
    </p>
  </div>
);

/** Shortens a terminal to `Airport, T1`, so that it fits on one line. */
const withShortTerminal = (location: string): string =>
  shortPlace(location).replace(/^Airport, Terminal /, 'Airport, T');
