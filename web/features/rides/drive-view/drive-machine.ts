import { MINUTE_MS } from '#common/durations.ts';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { hasSetOff } from '#common/rides/ride-states.ts';
import { type OfferOverlap, overlapOf } from '../driver/offer-overlap.ts';
import { leaveBy, ridesAhead, soonestFirst } from '../planned-time.ts';
import type { PostedOffer } from '../store/offer-board.ts';
import { type CompleteQuestion, isStillAsked, type Question, withSums } from './drive-question.ts';

// Pure state machine of the Drive view. Derives the current screen from the stores and the driver's actions.

/** How long a notice is shown, in milliseconds. */
export const NOTICE_MS = 4_000;
/** How long Undo is shown at most, in seconds. */
export const UNDO_SECONDS = 8;

/** How long Undo is shown for the ride just accepted. */
export interface UndoTime {
  /** In whole seconds, when it appeared; none if the server no longer allows it. */
  seconds: number;
  /** When they are over, in epoch milliseconds. */
  untilMs: number;
}

/** The state of the stores. */
export interface DriveFacts {
  /** Whether rides and offers have loaded. */
  phase: 'loading' | 'failed' | 'ready';
  /** Why this driver receives no offers; null when they do. */
  why: 'none' | 'suspended' | 'off-duty' | 'no-vehicle' | null;
  posted: readonly PostedOffer[];
  rides: readonly DriverRide[];
}

/** The outcome of the last action or event, shown for four seconds. */
export type Notice =
  | { kind: 'taken' | 'withdrawn'; offer: Offer }
  | { kind: 'undone' | 'too-late' }
  | { kind: 'completed' | 'no-show'; ride: DriverRide };

/** A ride that the driver lost through someone else. Shown until confirmed. */
interface LostRide {
  rideId: string;
  title: string;
  text: string;
}

/** State of the view that is not in the stores. */
export interface DriveState {
  /** The request on screen. It stays until the driver answers it or it is gone. */
  offer: Offer | null;
  /** Ids of skipped requests, which are not shown again by themselves. */
  skipped: ReadonlySet<string>;
  /** The driver goes through all open requests, not only new ones. */
  isHearing: boolean;
  /** The ride just accepted. */
  undoableId: string | null;
  /** The undo of that ride is in flight. */
  isUndoing: boolean;
  notice: Notice | null;
  question: Question | null;
  /** Lost rides not confirmed yet. The first one is on screen. */
  lost: readonly LostRide[];
  /**
   * The last event was a timeout, so that the driver may have been about to press a button that disappeared.
   */
  isTimeOver: boolean;
}

export const EMPTY_STATE: DriveState = {
  offer: null,
  skipped: new Set(),
  isHearing: false,
  undoableId: null,
  isUndoing: false,
  notice: null,
  question: null,
  lost: [],
  isTimeOver: false,
};

/** An event of the view: an action of the driver, a timeout or a reply. */
export type DriveEvent =
  | { type: 'hear' | 'skip' | 'undo' | 'undo-over' }
  | { type: 'undo-failed' | 'too-late'; rideId: string }
  | { type: 'notice-over' | 'unasked' | 'confirmed-lost' }
  | { type: 'ask'; question: Question }
  | ({ type: 'sums' } & Pick<CompleteQuestion, 'rideId' | 'version' | 'quote'>)
  | { type: 'lost'; lost: LostRide };

/** Returns the memory after an event (reducer). */
export const reduceDrive = (memory: DriveState, event: DriveEvent): DriveState => ({
  ...remember(memory, event),
  isTimeOver: event.type === 'undo-over' || event.type === 'notice-over',
});

function remember(memory: DriveState, event: DriveEvent): DriveState {
  switch (event.type) {
    case 'hear':
      return { ...memory, isHearing: true, skipped: new Set() };
    case 'skip':
      return { ...memory, offer: null, question: null, skipped: withId(memory.skipped, memory.offer?.id) };
    case 'undo':
      return { ...memory, isUndoing: true };
    case 'undo-failed':
      return event.rideId === memory.undoableId ? { ...memory, isUndoing: false } : memory;
    case 'undo-over':
      return { ...memory, undoableId: null };
    case 'too-late':
      return event.rideId === memory.undoableId
        ? { ...memory, undoableId: null, isUndoing: false, notice: { kind: 'too-late' } }
        : memory;
    case 'notice-over':
      return { ...memory, notice: null };
    case 'unasked':
      return { ...memory, question: null };
    case 'confirmed-lost':
      return { ...memory, lost: memory.lost.slice(1) };
    case 'ask':
      return { ...memory, question: event.question };
    case 'sums': {
      const { question } = memory;
      const isAsked = question?.kind === 'complete' && question.rideId === event.rideId;
      return isAsked ? { ...memory, question: withSums(question, event) } : memory;
    }
    case 'lost':
      return { ...memory, lost: [...memory.lost, event.lost], undoableId: null, isUndoing: false };
  }
}

const withId = (ids: ReadonlySet<string>, id: string | null | undefined): ReadonlySet<string> =>
  id ? new Set([...ids, id]) : ids;

/** Returns the ride that the driver is on, waits for or is on the way to; null for none. */
export const currentRide = (rides: readonly DriverRide[]): DriverRide | null => {
  const ahead = ridesAhead(rides);
  return ahead.find(({ status }) => status === 'in_progress') ?? ahead.find(hasSetOff) ?? null;
};

/**
 * Adapts the memory to a change of the stores: a request that became the driver's ride can be undone, one
 * that another driver got is shown as taken, a completed ride closes its question, and an idle view shows the
 * next request. Returns the same object when nothing changes.
 */
export function syncWithStores(memory: DriveState, facts: DriveFacts): DriveState {
  const asked = keepQuestion(memory, facts);
  const kept = keepUndoable(keepOffer(asked, facts), facts);
  return nextOffer(kept, facts);
}

function keepQuestion(memory: DriveState, facts: DriveFacts): DriveState {
  const { question } = memory;
  if (!question || isStillAsked(question, facts)) return memory;
  const closed = { ...memory, question: null };
  const ride = 'rideId' in question && facts.rides.find(({ id }) => id === question.rideId);
  if (ride && question.kind === 'complete' && ride.status === 'completed')
    return { ...closed, notice: { kind: 'completed', ride } };
  if (ride && question.kind === 'no-show' && ride.cancelledBy === 'no_show')
    return { ...closed, notice: { kind: 'no-show', ride } };
  return closed;
}

function keepOffer(memory: DriveState, { why, posted, rides }: DriveFacts): DriveState {
  const { offer } = memory;
  if (!offer) return memory;
  const gone = { ...memory, offer: null };
  if (ridesAhead(rides).some(({ id }) => id === offer.id)) return { ...gone, undoableId: offer.id };
  if (why || currentRide(rides)) return gone;
  const held = posted.find((each) => each.offer.id === offer.id);
  if (!held) return { ...gone, notice: { kind: 'withdrawn', offer } };
  if (held.isTaken) return { ...gone, notice: { kind: 'taken', offer } };
  return held.offer === offer ? memory : { ...memory, offer: held.offer };
}

function keepUndoable(memory: DriveState, { rides }: DriveFacts): DriveState {
  if (memory.undoableId === null) return memory;
  const isOpen = rides.some(({ id, status }) => id === memory.undoableId && status === 'accepted');
  if (isOpen) return memory;
  const gone = { ...memory, undoableId: null, isUndoing: false };
  if (!memory.isUndoing) return gone;
  return { ...gone, skipped: withId(memory.skipped, memory.undoableId), notice: { kind: 'undone' } };
}

function nextOffer(memory: DriveState, facts: DriveFacts): DriveState {
  const isBusy = memory.offer || memory.notice || memory.undoableId || memory.lost.length > 0;
  if (isBusy || facts.why || facts.phase !== 'ready' || currentRide(facts.rides)) return memory;
  const candidates = openOffers(facts).filter(
    ({ offer, isNew }) => (isNew || memory.isHearing) && !memory.skipped.has(offer.id),
  );
  const next = candidates[0];
  if (next) return { ...memory, offer: next.offer };
  return memory.isHearing ? { ...memory, isHearing: false } : memory;
}

/** Returns the open requests that no driver has, by pickup time. */
const openOffers = ({ posted }: DriveFacts): PostedOffer[] =>
  soonestFirst(
    posted.filter(({ isTaken }) => !isTaken),
    ({ offer }) => offer,
  );

/** The screen shown. */
export type DriveScreen =
  | { name: 'loading' | 'failed' }
  | { name: 'lost'; lost: LostRide }
  | { name: 'question'; question: Question; ride: DriverRide | null }
  | { name: 'notice'; notice: Notice; openCount: number }
  | { name: 'yours' | 'on-the-way' | 'clock' | 'driving'; ride: DriverRide }
  | {
      name: 'request';
      offer: Offer;
      overlap: OfferOverlap;
      isAccepting: boolean;
      /** The driver requested it; false when it appeared by itself. */
      isHearing: boolean;
    }
  | {
      name: 'waiting';
      why: DriveFacts['why'];
      next: DriverRide | null;
      /** It is time to leave for the next ride. */
      isTimeToLeave: boolean;
      openCount: number;
      /** It appeared by itself, after another screen timed out. */
      isSudden: boolean;
    };

/** How long before the latest departure "I'm on my way" becomes the main button. */
const AHEAD_OF_LEAVING_MS = 30 * MINUTE_MS;

/** Derives the screen from a settled memory. */
export function driveScreen(memory: DriveState, facts: DriveFacts, now: Date): DriveScreen {
  const { question, notice, offer, undoableId } = memory;
  const [lost] = memory.lost;
  if (facts.phase !== 'ready') return { name: facts.phase };
  if (lost) return { name: 'lost', lost };
  const findRide = (rideId: string) => facts.rides.find(({ id }) => id === rideId) ?? null;
  if (question) {
    return { name: 'question', question, ride: 'rideId' in question ? findRide(question.rideId) : null };
  }
  const accepted = undoableId === null ? null : findRide(undoableId);
  if (accepted) return { name: 'yours', ride: accepted };
  const openCount = openOffers(facts).length;
  if (notice) return { name: 'notice', notice, openCount };
  const inHand = currentRide(facts.rides);
  if (inHand) return { name: stageOf(inHand), ride: inHand };
  if (offer) return { ...requestScreen(offer, facts), isHearing: memory.isHearing };
  const next = ridesAhead(facts.rides)[0] ?? null;
  const isTimeToLeave = next !== null && leaveBy(next).getTime() - now.getTime() <= AHEAD_OF_LEAVING_MS;
  return { name: 'waiting', why: facts.why, next, isTimeToLeave, openCount, isSudden: memory.isTimeOver };
}

function requestScreen(offer: Offer, { posted, rides }: DriveFacts) {
  const isAccepting = posted.some((each) => each.offer.id === offer.id && each.isAccepting);
  return { name: 'request' as const, offer, overlap: overlapOf(offer, rides), isAccepting };
}

const stageOf = ({ status, arrivedAt }: DriverRide) => {
  if (status === 'in_progress') return 'driving';
  return arrivedAt === null ? 'on-the-way' : 'clock';
};
