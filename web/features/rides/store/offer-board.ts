import { MAX_OFFERS, type Offer } from '#common/rides/ride.ts';
import type { RemovedOffer } from '#common/rides/ride-events.ts';
import { isNewerThanSnapshot, markListed } from '#web/lib/snapshots.ts';
import type { ListPhase, Versioned } from '#web/lib/versioned.ts';

/** An offer on the board. */
export interface PostedOffer {
  readonly offer: Offer;
  /** It arrived while the board was ready, so it is highlighted once. */
  readonly isNew: boolean;
  /** Another driver has it. It stays for a moment with the label "Taken". */
  readonly isTaken: boolean;
  /** This driver's accept is in flight. */
  readonly isAccepting: boolean;
}

/** The open offers of a driver, newest first. Staff's board of rides (`board:changed`) is another. */
export interface OfferBoard {
  readonly phase: ListPhase;
  /** Error message for the user; null unless loading failed. */
  readonly problem: string | null;
  /** When the server last sent offers or removals; null before. */
  readonly asOf: Date | null;
  readonly posted: readonly PostedOffer[];
  /** The last snapshot was full, so offers with later pickups may be missing. */
  readonly isCut: boolean;
  /**
   * Removed offers by id, with the version that removed them, so that a late `offer:added` cannot restore
   * them.
   */
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

/** Clears the board when its page is left. Tombstones are kept. */
export const clearBoard = ({ tombstones }: OfferBoard): OfferBoard => ({ ...emptyBoard, tombstones });

/** Updates the board when a snapshot is requested. One that is ready stays visible. */
export const beginLoadingBoard = (board: OfferBoard): OfferBoard =>
  board.phase === 'failed' ? { ...board, phase: 'loading' } : board;

/** Updates the board after a snapshot failed. One that is ready stays visible. */
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

/** Adds offers on top of the board. A newer version replaces an older one in place. */
export const addOffers = (board: OfferBoard, offers: readonly Offer[]): OfferBoard =>
  offers.reduce(addOffer, board);

function removeOffer(board: OfferBoard, removed: RemovedOffer): OfferBoard {
  const removedBoard = { ...board, tombstones: tombstone(board, removed) };
  const held = find(board, removed.id);
  if (!held || held.offer.version > removed.version) return removedBoard;
  // The reply to the accept in flight decides who got the ride.
  if (held.isAccepting) return removedBoard;
  if (removed.reason === 'accepted') return markTaken(removedBoard, removed.id);
  return { ...removedBoard, posted: board.posted.filter((each) => each !== held) };
}

/** Removes offers. One that another driver accepted is shown as "Taken" until {@link dropTaken}. */
export const removeOffers = (board: OfferBoard, removed: readonly RemovedOffer[]): OfferBoard =>
  removed.reduce(removeOffer, board);

/** Marks an offer that another driver got as taken. */
export function markTaken(board: OfferBoard, id: string): OfferBoard {
  const held = find(board, id);
  if (!held) return board;
  const marked = replace(board, held, { isTaken: true, isAccepting: false });
  return { ...marked, tombstones: tombstone(board, held.offer) };
}

/** Removes those of the given offers that are still shown as "Taken". */
export const dropTaken = (board: OfferBoard, ids: readonly string[]): OfferBoard => ({
  ...board,
  posted: board.posted.filter(({ offer, isTaken }) => !(isTaken && ids.includes(offer.id))),
});

const removeOwnOffer = (board: OfferBoard, ride: Versioned): OfferBoard => ({
  ...board,
  tombstones: tombstone(board, ride),
  // An offer with a later version was offered again.
  posted: board.posted.filter(({ offer }) => offer.id !== ride.id || offer.version > ride.version),
});

/** Removes the offers of rides that became this driver's, without showing "Taken". */
export const removeOwn = (board: OfferBoard, rides: readonly Versioned[]): OfferBoard =>
  rides.reduce(removeOwnOffer, board);

/**
 * Sets whether an accept is in flight. When it failed and the offer was removed meanwhile, it is marked as
 * taken.
 */
export function setAccepting(board: OfferBoard, id: string, isAccepting: boolean): OfferBoard {
  const held = find(board, id);
  if (!held || held.isTaken) return board;
  if (!isAccepting && hasTombstone(board, held.offer)) return markTaken(board, id);
  return replace(board, held, { isAccepting });
}

/** A snapshot received at `at`, and the board when it was requested. */
interface OfferSnapshot {
  before: OfferBoard;
  offers: readonly Offer[];
  at: Date;
}

/**
 * Merges a snapshot that was requested in the state `before`. Offers missing from it are removed, unless an
 * event brought them meanwhile, they are shown as "Taken", or their accept is in flight.
 */
export function mergeOfferSnapshot(board: OfferBoard, { before, offers, at }: OfferSnapshot): OfferBoard {
  const listed = new Set(offers.map((offer) => offer.id));
  const stays = ({ offer, isTaken, isAccepting }: PostedOffer) =>
    isTaken ||
    isAccepting ||
    listed.has(offer.id) ||
    isNewerThanSnapshot(offer, find(before, offer.id)?.offer);
  markListed(offers);

  // Oldest first, because each offer is added on top.
  const oldestFirst = offers.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  const cleared = { ...board, posted: board.posted.filter(stays) };
  return {
    ...addOffers(cleared, oldestFirst),
    phase: 'ready',
    problem: null,
    asOf: at,
    isCut: offers.length >= MAX_OFFERS,
  };
}

/** Whether a board whose snapshot was full has dropped to half, so that another snapshot should be loaded. */
export const mayLoadMore = ({ isCut, posted }: OfferBoard): boolean =>
  isCut && posted.filter(({ isTaken }) => !isTaken).length <= MAX_OFFERS / 2;
