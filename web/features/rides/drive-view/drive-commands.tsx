import { Navigation, Phone, UserX, Volume2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DriverRide } from '#common/rides/ride.ts';
import { COMPANY } from '#web/content/company.ts';
import { loadDriverRides, loadOffers } from '../api/load-lists.ts';
import type { NavigationApp } from '../driver/navigation-apps.ts';
import { riderName } from '../ride-card/format-driver-ride.ts';
import type { DriveScreen } from './drive-machine.ts';
import { type CompleteQuestion, isOutdated, type Question } from './drive-question.ts';
import type { DriveActions } from './use-drive.ts';

/** A button of the Drive view, or a link. */
export interface Command {
  label: string;
  pendingLabel?: string;
  /** The key that does the same. */
  shortcut?: string;
  icon?: ReactNode;
  /** The name of one that shows its icon alone. */
  isIconOnly?: true;
  /** Not the one gold button, though it is the main one. */
  isOutline?: true;
  /** Its screen came unasked, perhaps under a thumb on its way to another button. */
  isSudden?: boolean;
  /** The instant at which it is there no more, in milliseconds: its seconds are counted down. */
  untilMs?: number;
  run?: () => void;
  href?: string;
}

/** The commands of a screen: the one main button, and those under it. */
export interface Commands {
  main: Command | null;
  more: readonly (Command | null)[];
}

interface CommandContext {
  actions: DriveActions;
  driverId: string;
  app: NavigationApp;
  /** The free minutes of the wait are over. */
  isWaitOver: boolean;
  /** How long the ride accepted a moment ago can be given back by Undo. */
  undoUntilMs: number;
  onLeave: () => void;
}

/** What can be done on a screen. */
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
        main: {
          label: 'Undo',
          shortcut: 'U',
          isOutline: true,
          untilMs: context.undoUntilMs,
          pendingLabel: 'Undoing...',
          run: () => actions.undo(screen.ride.id),
        },
        more: [],
      };
    case 'on-the-way':
      return {
        main: {
          label: 'Arrived',
          pendingLabel: 'Sending...',
          run: () => actions.move(screen.ride.id, 'arrived'),
        },
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
    href: `tel:${phone.replace(/[^+\d]/g, '')}`,
    ...look,
  };
}

const noShow = (ride: DriverRide, actions: DriveActions): Command => ({
  label: 'No-show',
  icon: <UserX aria-hidden size={28} />,
  run: () => actions.send({ type: 'ask', question: { kind: 'no-show', rideId: ride.id } }),
});

function toRequest(screen: DriveScreen & { name: 'request' }, actions: DriveActions): Commands {
  const { offer, fit, isHearing } = screen;
  const overlaps = fit.kind === 'overlaps';
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
  const leave: Command | null = next && {
    isSudden,
    label: "I'm on my way",
    pendingLabel: 'Sending...',
    run: () => actions.move(next.id, 'en_route'),
  };
  const offered = offeredWhile(why, openCount, { actions, onLeave });
  return isTimeToLeave || !offered
    ? { main: leave && { ...leave, ...(!isTimeToLeave && { isOutline: true }) }, more: [offered] }
    : { main: { ...offered, isSudden }, more: [leave] };
}

/** What a driver with nothing at hand can do to get a ride. */
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

/** The hours first, where there are any; nothing for sums that are no longer. */
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

/** The answers to a question. What cannot be taken back is never the gold one but where it was asked for. */
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
