import { OFFERS_AT_ONCE, type Offer } from '#common/rides/ride.ts';
import type { RemovedOffer } from '#common/rides/ride-events.ts';
import { isNews, markListed } from '#web/lib/snapshots.ts';
import type { ListPhase, Versioned } from '#web/lib/versioned.ts';

/** An offer on the board. */
export interface PostedOffer {
  readonly offer: Offer;
  /** It arrived while the board was on screen, so it is highlighted once. */
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
  /** When the server last sent something of the offers; null before it did. */
  readonly asOf: Date | null;
  readonly posted: readonly PostedOffer[];
  /** There may be offers with later pickups that the last snapshot had no room for. */
  readonly isCut: boolean;
  /** Removed offers by id, with the version that removed them: a late `offer:added` can't bring them back. */
  readonly tombstones: Readonly<Record<string, number>>;
}

export const emptyBoard: OfferBoard = {
  phase: 'loading',
  problem: null,
  asOf: null,
  posted: [],
  isCut: false,
  tombstones: {},
};

/** The board when nobody looks at it: tombstones are kept. */
export const clearBoard = ({ tombstones }: OfferBoard): OfferBoard => ({ ...emptyBoard, tombstones });

/** The board when a snapshot is requested: one that is ready stays in sight meanwhile. */
export const beginLoadingBoard = (board: OfferBoard): OfferBoard =>
  board.phase === 'failed' ? { ...board, phase: 'loading' } : board;

/** The board after a snapshot failed. */
export const failBoard = (board: OfferBoard, problem: string): OfferBoard =>
  board.phase === 'ready' ? board : { ...board, phase: 'failed', problem };

const hasTombstone = ({ tombstones }: OfferBoard, { id, version }: Offer) => (tombstones[id] ?? 0) >= version;

const tombstone = ({ tombstones }: OfferBoard, { id, version }: Versioned) => ({
  ...tombstones,
  [id]: Math.max(version, tombstones[id] ?? 0),
});

const find = ({ posted }: OfferBoard, id: string) => posted.find(({ offer }) => offer.id === id);

const replace = (board: OfferBoard, held: PostedOffer, change: Partial<PostedOffer>): OfferBoard => ({
  ...board,
  posted: board.posted.map((each) => (each === held ? { ...held, ...change } : each)),
});

function addOffer(board: OfferBoard, offer: Offer): OfferBoard {
  if (hasTombstone(board, offer)) return board;
  const held = find(board, offer.id);
  if (!held) {
    const added = { offer, isNew: board.phase === 'ready', isTaken: false, isAccepting: false };
    return { ...board, posted: [added, ...board.posted] };
  }
  return held.offer.version >= offer.version ? board : replace(board, held, { offer, isTaken: false });
}

/** The board after offers arrived: unknown ones go on top, newer copies replace older ones in their place. */
export const addOffers = (board: OfferBoard, offers: readonly Offer[]): OfferBoard =>
  offers.reduce(addOffer, board);

function removeOffer(board: OfferBoard, removed: RemovedOffer): OfferBoard {
  const removedBoard = { ...board, tombstones: tombstone(board, removed) };
  const held = find(board, removed.id);
  if (!held || held.offer.version > removed.version) return removedBoard;
  // The reply to the accept under way says who got the ride.
  if (held.isAccepting) return removedBoard;
  if (removed.reason === 'accepted') return markTaken(removedBoard, removed.id);
  return { ...removedBoard, posted: board.posted.filter((each) => each !== held) };
}

/** The board after offers were removed: one that somebody else accepted reads "Taken" until {@link foldTaken}. */
export const removeOffers = (board: OfferBoard, removed: readonly RemovedOffer[]): OfferBoard =>
  removed.reduce(removeOffer, board);

/** The board when an offer turned out to be somebody else's. */
export function markTaken(board: OfferBoard, id: string): OfferBoard {
  const held = find(board, id);
  if (!held) return board;
  const marked = replace(board, held, { isTaken: true, isAccepting: false });
  return { ...marked, tombstones: tombstone(board, held.offer) };
}

/** The board without those of the given offers that still read "Taken". */
export const foldTaken = (board: OfferBoard, ids: readonly string[]): OfferBoard => ({
  ...board,
  posted: board.posted.filter(({ offer, isTaken }) => !(isTaken && ids.includes(offer.id))),
});

const removeOwnOffer = (board: OfferBoard, ride: Versioned): OfferBoard => ({
  ...board,
  tombstones: tombstone(board, ride),
  // One with a later version was offered again.
  posted: board.posted.filter(({ offer }) => offer.id !== ride.id || offer.version > ride.version),
});

/** The board after rides became this driver's own: their offers are removed without reading "Taken". */
export const removeOwn = (board: OfferBoard, rides: readonly Versioned[]): OfferBoard =>
  rides.reduce(removeOwnOffer, board);

/** The board while an accept is on its way, or after it failed. An offer that was removed meanwhile reads "Taken". */
export function setAccepting(board: OfferBoard, id: string, isAccepting: boolean): OfferBoard {
  const held = find(board, id);
  if (!held || held.isTaken) return board;
  if (!isAccepting && hasTombstone(board, held.offer)) return markTaken(board, id);
  return replace(board, held, { isAccepting });
}

/** A snapshot that came `at` an instant, and the board when it was requested. */
interface OfferSnapshot {
  before: OfferBoard;
  offers: readonly Offer[];
  at: Date;
}

/**
 * The board after a snapshot that was requested when `before` was known. Offers it lacks are removed, unless an event brought them
 * while it was under way. Rows that read "Taken" fold by themselves, and the reply says what became of an offer being accepted.
 */
export function mergeOfferSnapshot(board: OfferBoard, { before, offers, at }: OfferSnapshot): OfferBoard {
  const listed = new Set(offers.map((offer) => offer.id));
  const stays = ({ offer, isTaken, isAccepting }: PostedOffer) =>
    isTaken || isAccepting || listed.has(offer.id) || isNews(offer, find(before, offer.id)?.offer);
  markListed(offers);

  // Added oldest first, because each goes on top.
  const oldestFirst = offers.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  const cleared = { ...board, posted: board.posted.filter(stays) };
  return {
    ...addOffers(cleared, oldestFirst),
    phase: 'ready',
    problem: null,
    asOf: at,
    isCut: offers.length >= OFFERS_AT_ONCE,
  };
}

/** Whether so many offers were removed that another snapshot should bring those that had no room in the last. */
export const hasRoom = ({ isCut, posted }: OfferBoard): boolean =>
  isCut && posted.filter(({ isTaken }) => !isTaken).length <= OFFERS_AT_ONCE / 2;
