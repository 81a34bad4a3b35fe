import { OFFERS_AT_ONCE, type Offer } from '#common/rides/ride.ts';
import type { RemovedOffer } from '#common/rides/ride-events.ts';
import type { Versioned } from './keep-newer.ts';
import type { ListPhase } from './ride-list.ts';

/** An offer on the board. */
export interface PostedOffer {
  readonly offer: Offer;
  /** It arrived while the board was up, so it is drawn to the eye once. */
  readonly isNew: boolean;
  /** Somebody else has it; it stays a moment to say so. */
  readonly isTaken: boolean;
  /** This driver's accept is on its way. */
  readonly isAccepting: boolean;
}

/** The open offers as a driver sees them, newest first. */
export interface OfferBoard {
  readonly phase: ListPhase;
  /** Why it failed, for the person; null unless it did. */
  readonly problem: string | null;
  /** When the server last told of the offers; null before it did. */
  readonly asOf: Date | null;
  readonly posted: readonly PostedOffer[];
  /** There may be offers with later pickups that the last snapshot had no room for. */
  readonly isCut: boolean;
  /** Offers that are gone, by id, with the version that took them: a late `offer:added` can't raise them again. */
  readonly gone: Readonly<Record<string, number>>;
}

export const emptyBoard: OfferBoard = {
  phase: 'loading',
  problem: null,
  asOf: null,
  posted: [],
  isCut: false,
  gone: {},
};

/** The board when nobody looks at it: what is gone is remembered. */
export const clearBoard = ({ gone }: OfferBoard): OfferBoard => ({ ...emptyBoard, gone });

/** The board after a snapshot failed. */
export const failBoard = (board: OfferBoard, problem: string): OfferBoard =>
  board.phase === 'ready' ? board : { ...board, phase: 'failed', problem };

const post = (offer: Offer, isNew: boolean): PostedOffer => ({
  offer,
  isNew,
  isTaken: false,
  isAccepting: false,
});

const isGone = (board: OfferBoard, offer: Offer) => (board.gone[offer.id] ?? 0) >= offer.version;

const bury = (board: OfferBoard, id: string, version: number) => ({
  ...board.gone,
  [id]: Math.max(version, board.gone[id] ?? 0),
});

function postOffer(board: OfferBoard, offer: Offer): OfferBoard {
  if (isGone(board, offer)) return board;
  const held = board.posted.find((each) => each.offer.id === offer.id);
  if (!held) return { ...board, posted: [post(offer, board.phase === 'ready'), ...board.posted] };
  if (held.offer.version >= offer.version) return board;
  const renewed = { ...held, offer, isTaken: false };
  return { ...board, posted: board.posted.map((each) => (each === held ? renewed : each)) };
}

/** The board after offers arrived: unknown ones go on top, newer copies replace older ones in their place. */
export const postOffers = (board: OfferBoard, offers: readonly Offer[]): OfferBoard =>
  offers.reduce(postOffer, board);

function removeOffer(board: OfferBoard, { id, version, reason }: RemovedOffer): OfferBoard {
  const gone = bury(board, id, version);
  const held = board.posted.find((each) => each.offer.id === id);
  if (!held || held.offer.version > version) return { ...board, gone };
  // Who got a ride that is being accepted here, the server is just about to say.
  if (held.isAccepting) return { ...board, gone };
  if (reason === 'accepted') return markTaken({ ...board, gone }, id);
  return { ...board, gone, posted: board.posted.filter((each) => each !== held) };
}

/** The board after offers went: one that somebody else accepted reads "Taken" until {@link foldTaken}. */
export const takeDownOffers = (board: OfferBoard, removed: readonly RemovedOffer[]): OfferBoard =>
  removed.reduce(removeOffer, board);

/** The board when an offer turned out to be somebody else's. */
export function markTaken(board: OfferBoard, id: string): OfferBoard {
  const held = board.posted.find((each) => each.offer.id === id);
  if (!held) return board;
  return {
    ...board,
    gone: bury(board, id, held.offer.version),
    posted: board.posted.map((each) =>
      each === held ? { ...each, isTaken: true, isAccepting: false } : each,
    ),
  };
}

/** The board without those of the given offers that still read "Taken". */
export const foldTaken = (board: OfferBoard, ids: readonly string[]): OfferBoard => ({
  ...board,
  posted: board.posted.filter(({ offer, isTaken }) => !(isTaken && ids.includes(offer.id))),
});

const removeOwn = (board: OfferBoard, { id, version }: Versioned): OfferBoard => ({
  ...board,
  gone: bury(board, id, version),
  posted: board.posted.filter(({ offer }) => offer.id !== id),
});

/** The board after rides became this driver's own: their offers go without a word. */
export const takeDownOwn = (board: OfferBoard, rides: readonly Versioned[]): OfferBoard =>
  rides.reduce(removeOwn, board);

/** The board while an accept is on its way, or after it came to nothing. An offer that went meanwhile reads "Taken". */
export function setAccepting(board: OfferBoard, id: string, isAccepting: boolean): OfferBoard {
  const held = board.posted.find((each) => each.offer.id === id);
  if (!held || held.isTaken) return board;
  if (!isAccepting && isGone(board, held.offer)) return markTaken(board, id);
  return {
    ...board,
    posted: board.posted.map((each) => (each === held ? { ...each, isAccepting } : each)),
  };
}

/**
 * The board after a snapshot that was asked for when `before` was known. Offers it lacks come off, unless they arrived while it
 * was under way. Rows that read "Taken" fold by themselves, and what became of an offer being accepted the reply will say.
 */
export function takeOfferSnapshot(
  board: OfferBoard,
  before: OfferBoard,
  snapshot: readonly Offer[],
  at: Date,
): OfferBoard {
  const listed = new Set(snapshot.map((offer) => offer.id));
  const known = new Set(before.posted.map(({ offer }) => offer));
  const stays = ({ offer, isTaken, isAccepting }: PostedOffer) =>
    isTaken || isAccepting || listed.has(offer.id) || !known.has(offer);

  // Posted oldest first, because each goes on top.
  const oldestFirst = snapshot.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  const cleared = { ...board, posted: board.posted.filter(stays) };
  return {
    ...postOffers(cleared, oldestFirst),
    phase: 'ready',
    problem: null,
    asOf: at,
    isCut: snapshot.length >= OFFERS_AT_ONCE,
  };
}

/** Whether so many offers went that another snapshot should bring those that had no room in the last. */
export const hasRoom = ({ isCut, posted }: OfferBoard): boolean =>
  isCut && posted.filter(({ isTaken }) => !isTaken).length <= OFFERS_AT_ONCE / 2;
