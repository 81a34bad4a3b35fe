import { Navigation, Phone, UserX, Volume2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DriverRide } from '#common/rides/ride.ts';
import { STAMPS, type Stamp } from '#common/rides/ride-states.ts';
import { COMPANY } from '#web/content/company.ts';
import { telHref } from '#web/lib/contact-href.ts';
import { loadDriverRides, loadOffers } from '../api/load-lists.ts';
import type { NavigationApp } from '../driver/navigation-apps.ts';
import { riderName } from '../ride-card/format-driver-ride.ts';
import type { DriveScreen, UndoTime } from './drive-machine.ts';
import { type CompleteQuestion, isOutdated, type Question } from './drive-question.ts';
import type { DriveActions } from './use-drive.ts';

/** A button or link of the Drive view. */
export interface Command {
  label: string;
  pendingLabel?: string;
  /** Keyboard shortcut. */
  shortcut?: string;
  icon?: ReactNode;
  /** Shows only the icon; the label becomes the accessible name. */
  isIconOnly?: true;
  /** Not gold, although it is the main button. */
  isOutline?: true;
  /** The screen appeared by itself, so that a press may have been meant for another button. */
  isSudden?: boolean;
  /** When the command disappears, in epoch milliseconds. The button counts down the seconds. */
  untilMs?: number;
  run?: () => void;
  href?: string;
}

/** The commands of a screen: the main button, and the secondary ones below it. */
export interface Commands {
  main: Command | null;
  more: readonly (Command | null)[];
}

interface CommandContext {
  actions: DriveActions;
  driverId: string;
  app: NavigationApp;
  /** The free waiting time is over. */
  isWaitOver: boolean;
  /** How long Undo can give back the ride just accepted. */
  undo: UndoTime;
  onLeave: () => void;
}

/** Returns the commands of a screen. */
export function commandsOf(screen: DriveScreen, context: CommandContext): Commands {
  const { actions, driverId, app, isWaitOver } = context;
  switch (screen.name) {
    case 'loading':
      return { main: null, more: [] };
    case 'failed':
      return {
        main: {
          label: 'Try again',
          run: () => {
            void loadOffers();
            void loadDriverRides(driverId);
          },
        },
        more: [],
      };
    case 'lost':
      return {
        main: { label: 'OK', isSudden: true, run: () => actions.send({ type: 'confirmed-lost' }) },
        more: [],
      };
    case 'notice':
      return { main: null, more: [] };
    case 'question':
      return answersTo(screen.question, screen.ride, actions);
    case 'waiting':
      return whileWaiting(screen, context);
    case 'request':
      return toRequest(screen, actions);
    case 'yours':
      return {
        main: context.undo.seconds > 0 ? undo(screen.ride, context) : null,
        more: [],
      };
    case 'on-the-way':
      return {
        main: report('arrived', screen.ride, actions),
        more: [wayTo(screen.ride.pickupLocation, app), call(screen.ride, { isIconOnly: true })],
      };
    case 'clock':
      return {
        main: {
          label: 'Start ride',
          pendingLabel: 'Starting...',
          run: () => actions.move(screen.ride.id, 'in_progress'),
        },
        more: [call(screen.ride), isWaitOver ? noShow(screen.ride, actions) : null],
      };
    case 'driving':
      return {
        main: {
          label: 'Complete',
          pendingLabel: 'Asking...',
          run: () => actions.askToComplete(screen.ride),
        },
        more: [wayTo(screen.ride.dropoffLocation, app)],
      };
  }
}

const undo = ({ id }: DriverRide, { actions, undo: { untilMs } }: CommandContext): Command => ({
  label: 'Undo',
  shortcut: 'U',
  isOutline: true,
  untilMs,
  pendingLabel: 'Undoing...',
  run: () => actions.undo(id),
});

/** Returns the command that reports a stamp, as labelled on the other screens. */
function report(stamp: Stamp, ride: DriverRide, actions: DriveActions): Command {
  const { label, pendingLabel } = STAMPS[stamp].action;
  return { label, pendingLabel, run: () => actions.move(ride.id, stamp) };
}

const wayTo = (place: string, app: NavigationApp): Command => ({
  label: 'Navigate',
  icon: <Navigation aria-hidden size={28} />,
  href: app.linkTo(place),
});

function call(ride: DriverRide, look: { isIconOnly?: true } = {}): Command | null {
  const phone = ride.customer?.phone;
  if (!phone) return null;
  return {
    label: `Call ${riderName(ride)}`,
    icon: <Phone aria-hidden size={28} />,
    href: telHref(phone),
    ...look,
  };
}

const noShow = (ride: DriverRide, actions: DriveActions): Command => ({
  label: 'No-show',
  icon: <UserX aria-hidden size={28} />,
  run: () => actions.send({ type: 'ask', question: { kind: 'no-show', rideId: ride.id } }),
});

function toRequest(screen: DriveScreen & { name: 'request' }, actions: DriveActions): Commands {
  const { offer, overlap, isHearing } = screen;
  const overlaps = overlap.kind === 'overlaps';
  return {
    main: {
      label: overlaps ? 'Accept anyway' : 'Accept',
      pendingLabel: 'Accepting...',
      shortcut: 'A',
      isSudden: !isHearing,
      run: () =>
        actions.accept(offer.id, { revision: offer.revision, ...(overlaps && { allowOverlap: true }) }),
    },
    more: [{ label: 'Skip', shortcut: 'S', run: actions.skip }],
  };
}

function whileWaiting(
  { why, next, isTimeToLeave, openCount, isSudden }: DriveScreen & { name: 'waiting' },
  { actions, onLeave }: CommandContext,
): Commands {
  const leave: Command | null = next && { isSudden, ...report('en_route', next, actions) };
  const offered = offeredWhile(why, openCount, { actions, onLeave });
  return isTimeToLeave || !offered
    ? { main: leave && { ...leave, ...(!isTimeToLeave && { isOutline: true }) }, more: [offered] }
    : { main: { ...offered, isSudden }, more: [leave] };
}

/** Returns the command that helps a driver without a current ride to get one; null for none. */
function offeredWhile(
  why: (DriveScreen & { name: 'waiting' })['why'],
  openCount: number,
  { actions, onLeave }: Pick<CommandContext, 'actions' | 'onLeave'>,
): Command | null {
  if (why === 'off-duty')
    return { label: 'Go on duty', pendingLabel: 'Going on duty...', run: actions.goOnDuty };
  if (why) return { label: 'Back to the board', run: onLeave };
  if (openCount === 0) return null;
  return {
    label: openCount === 1 ? 'Hear it' : 'Hear them',
    shortcut: 'H',
    icon: <Volume2 aria-hidden size={28} />,
    run: actions.hear,
  };
}

/**
 * Returns the commands of the completion: first of the hours, if any, then of the confirmation. Outdated
 * amounts must be reloaded first.
 */
function toComplete(question: CompleteQuestion, ride: DriverRide | null, actions: DriveActions): Commands {
  const settle = (isSettled: boolean) => actions.send({ type: 'ask', question: { ...question, isSettled } });
  const notYet = { label: 'Not yet', run: () => actions.send({ type: 'unasked' }) };
  if (isOutdated(question, ride)) {
    const renew = { label: 'Try again', pendingLabel: 'Asking...', run: () => actions.renewSums(ride) };
    return { main: renew, more: [notYet] };
  }
  const isSudden = question.changes > 0;
  if (!question.isSettled)
    return { main: { label: 'Next', isSudden, run: () => settle(true) }, more: [notYet] };
  return {
    main: { label: 'Yes', pendingLabel: 'Completing...', isSudden, run: () => actions.complete(question) },
    more: [notYet, question.hours === null ? null : { label: 'Hours', run: () => settle(false) }],
  };
}

/**
 * Returns the commands that answer a question. An irreversible one is never the main button, unless the
 * driver has asked for it.
 */
function answersTo(question: Question, ride: DriverRide | null, actions: DriveActions): Commands {
  const dismiss = () => actions.send({ type: 'unasked' });
  switch (question.kind) {
    case 'overlap':
      return {
        main: { label: 'Leave it', shortcut: 'S', run: actions.skip },
        more: [
          {
            label: 'Accept anyway',
            pendingLabel: 'Accepting...',
            shortcut: 'A',
            run: () => actions.accept(question.offerId, { revision: question.revision, allowOverlap: true }),
          },
        ],
      };
    case 'early':
      return {
        main: { label: 'Not yet', run: dismiss },
        more: [
          {
            label: question.to === 'in_progress' ? 'Start it now' : 'Yes, tell them',
            pendingLabel: 'Sending...',
            run: () => actions.move(question.rideId, question.to, { confirmEarly: true }),
          },
        ],
      };
    case 'pin':
      return question.isLocked
        ? {
            main: { label: 'Call dispatch', href: COMPANY.phoneHref },
            more: [{ label: 'Not yet', run: dismiss }],
          }
        : { main: null, more: [{ label: 'Not yet', run: dismiss }] };
    case 'complete':
      return toComplete(question, ride, actions);
    case 'no-show':
      return {
        main: { label: 'Keep waiting', run: dismiss },
        more: [
          { label: 'Note no-show', pendingLabel: 'Noting...', run: () => ride && actions.noteNoShow(ride) },
        ],
      };
  }
}
