import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { type Fit, fitOf, leaveBy, ridesAhead, soonestFirst } from '../driver/fit.ts';
import type { PostedOffer } from '../store/offer-board.ts';
import { type CompleteQuestion, isStillAsked, type Question, withSums } from './drive-question.ts';

// Which one screen the Drive view shows, from what the stores hold and what its driver answered; nothing here waits or calls.

/** How long what has just happened is shown, and how long an accept can be undone, in milliseconds. */
export const NOTICE_MS = 4_000;
export const UNDO_SHOWN_MS = 8_000;

/** What the stores hold. */
export interface DriveFacts {
  /** Whether rides and offers have been loaded. */
  phase: 'loading' | 'failed' | 'ready';
  /** Why this driver is offered nothing; null for one who is. */
  why: 'none' | 'suspended' | 'off-duty' | 'no-vehicle' | null;
  posted: readonly PostedOffer[];
  rides: readonly DriverRide[];
}

/** What has just happened, for four seconds. */
export type Notice =
  | { kind: 'taken' | 'withdrawn'; offer: Offer }
  | { kind: 'undone' | 'too-late' }
  | { kind: 'completed' | 'no-show'; ride: DriverRide };

/** A ride that the driver lost without their doing; stays until it is answered. */
export interface LostRide {
  rideId: string;
  title: string;
  text: string;
}

/** What the view remembers. */
export interface DriveMemory {
  /** The request on screen. It stays there until it is answered or gone, whatever else comes. */
  offer: Offer | null;
  /** Requests that are not shown again by themselves. */
  skipped: ReadonlySet<string>;
  /** All open requests are gone through, not only those that arrive. */
  isHearing: boolean;
  /** The ride accepted a moment ago. */
  undoableId: string | null;
  /** Its undo is on its way. */
  isUndoing: boolean;
  notice: Notice | null;
  question: Question | null;
  /** The rides that were lost and are not answered yet, the first on screen. */
  lost: readonly LostRide[];
  /** The last thing that happened is that a time was over: what it took away may have been about to be pressed. */
  isTimeOver: boolean;
}

export const EMPTY_MEMORY: DriveMemory = {
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

/** What happens to the view. */
export type DriveEvent =
  | { type: 'hear' | 'skip' | 'undo' | 'undo-failed' | 'undo-over' | 'too-late' }
  | { type: 'notice-over' | 'unasked' | 'confirmed-lost' }
  | { type: 'ask'; question: Question }
  | ({ type: 'sums' } & Pick<CompleteQuestion, 'rideId' | 'version' | 'quote'>)
  | { type: 'lost'; lost: LostRide };

/** The memory after an event. */
export const answer = (memory: DriveMemory, event: DriveEvent): DriveMemory => ({
  ...remember(memory, event),
  isTimeOver: event.type === 'undo-over' || event.type === 'notice-over',
});

function remember(memory: DriveMemory, event: DriveEvent): DriveMemory {
  switch (event.type) {
    case 'hear':
      return { ...memory, isHearing: true, skipped: new Set() };
    case 'skip':
      return { ...memory, offer: null, question: null, skipped: withId(memory.skipped, memory.offer?.id) };
    case 'undo':
      return { ...memory, isUndoing: true };
    case 'undo-failed':
      return { ...memory, isUndoing: false };
    case 'undo-over':
      return { ...memory, undoableId: null };
    case 'too-late':
      return { ...memory, undoableId: null, isUndoing: false, notice: { kind: 'too-late' } };
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

/** The ride being driven, waited or driven to; null while there is none. */
export const rideInHand = (rides: readonly DriverRide[]): DriverRide | null => {
  const ahead = ridesAhead(rides);
  const hasBegun = ({ enRouteAt, arrivedAt }: DriverRide) => enRouteAt !== null || arrivedAt !== null;
  return ahead.find(({ status }) => status === 'in_progress') ?? ahead.find(hasBegun) ?? null;
};

/**
 * The memory once the stores have changed: a request that became the driver's own can be undone, one that somebody else has is
 * taken, a ride that was being completed is done, and when nothing is on screen the next request comes. The same object where
 * nothing follows.
 */
export function settle(memory: DriveMemory, facts: DriveFacts): DriveMemory {
  const asked = keepQuestion(memory, facts);
  const kept = keepUndoable(keepOffer(asked, facts), facts);
  return nextOffer(kept, facts);
}

function keepQuestion(memory: DriveMemory, facts: DriveFacts): DriveMemory {
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

function keepOffer(memory: DriveMemory, { why, posted, rides }: DriveFacts): DriveMemory {
  const { offer } = memory;
  if (!offer) return memory;
  const gone = { ...memory, offer: null };
  if (ridesAhead(rides).some(({ id }) => id === offer.id)) return { ...gone, undoableId: offer.id };
  if (why || rideInHand(rides)) return gone;
  const held = posted.find((each) => each.offer.id === offer.id);
  if (!held) return { ...gone, notice: { kind: 'withdrawn', offer } };
  if (held.isTaken) return { ...gone, notice: { kind: 'taken', offer } };
  return held.offer === offer ? memory : { ...memory, offer: held.offer };
}

function keepUndoable(memory: DriveMemory, { rides }: DriveFacts): DriveMemory {
  if (memory.undoableId === null) return memory;
  const isOpen = rides.some(({ id, status }) => id === memory.undoableId && status === 'accepted');
  if (isOpen) return memory;
  const gone = { ...memory, undoableId: null, isUndoing: false };
  if (!memory.isUndoing) return gone;
  return { ...gone, skipped: withId(memory.skipped, memory.undoableId), notice: { kind: 'undone' } };
}

function nextOffer(memory: DriveMemory, facts: DriveFacts): DriveMemory {
  const isBusy = memory.offer || memory.notice || memory.undoableId || memory.lost.length > 0;
  if (isBusy || facts.why || facts.phase !== 'ready' || rideInHand(facts.rides)) return memory;
  const wanted = openOffers(facts).filter(
    ({ offer, isNew }) => (isNew || memory.isHearing) && !memory.skipped.has(offer.id),
  );
  const next = wanted[0];
  if (next) return { ...memory, offer: next.offer };
  return memory.isHearing ? { ...memory, isHearing: false } : memory;
}

/** The requests that nobody has, the soonest pickup first. */
const openOffers = ({ posted }: DriveFacts): PostedOffer[] =>
  soonestFirst(
    posted.filter(({ isTaken }) => !isTaken),
    ({ offer }) => offer,
  );

/** What is on screen. */
export type DriveScreen =
  | { name: 'loading' | 'failed' }
  | { name: 'lost'; lost: LostRide }
  | { name: 'question'; question: Question; ride: DriverRide | null }
  | { name: 'notice'; notice: Notice; openCount: number }
  | { name: 'yours' | 'on-the-way' | 'clock' | 'driving'; ride: DriverRide }
  | {
      name: 'request';
      offer: Offer;
      fit: Fit;
      isAccepting: boolean;
      /** The driver asked for it; else it came by itself. */
      isHearing: boolean;
    }
  | {
      name: 'waiting';
      why: DriveFacts['why'];
      next: DriverRide | null;
      /** It is time to leave for the next ride. */
      isTimeToLeave: boolean;
      openCount: number;
      /** It came by itself, in place of what was shown for its time. */
      isSudden: boolean;
    };

/** How long before one has to leave that is offered before all else. */
const AHEAD_OF_LEAVING_MS = 30 * 60_000;

/** The one screen of a settled memory. */
export function driveScreen(memory: DriveMemory, facts: DriveFacts, now: Date): DriveScreen {
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
  const inHand = rideInHand(facts.rides);
  if (inHand) return { name: stageOf(inHand), ride: inHand };
  if (offer) return { ...requestScreen(offer, facts), isHearing: memory.isHearing };
  const next = ridesAhead(facts.rides)[0] ?? null;
  const isTimeToLeave = next !== null && leaveBy(next).getTime() - now.getTime() <= AHEAD_OF_LEAVING_MS;
  return { name: 'waiting', why: facts.why, next, isTimeToLeave, openCount, isSudden: memory.isTimeOver };
}

function requestScreen(offer: Offer, { posted, rides }: DriveFacts) {
  const isAccepting = posted.some((each) => each.offer.id === offer.id && each.isAccepting);
  return { name: 'request' as const, offer, fit: fitOf(offer, rides), isAccepting };
}

const stageOf = ({ status, arrivedAt }: DriverRide) => {
  if (status === 'in_progress') return 'driving';
  return arrivedAt === null ? 'on-the-way' : 'clock';
};
