import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Offer } from '#common/rides/ride.ts';
import type { RemovedOffer } from '#common/rides/ride-events.ts';
import { buildOffer, NOW } from '#web/testing/build-ride.ts';
import {
  addOffers,
  dropTaken,
  emptyBoard,
  markTaken,
  mergeOfferSnapshot,
  type OfferBoard,
  removeOffers,
  removeOwn,
  setAccepting,
} from './offer-board.ts';

const ready = (...offers: Offer[]) => mergeOfferSnapshot(emptyBoard, { before: emptyBoard, offers, at: NOW });
const idsOf = (board: OfferBoard) => board.posted.map(({ offer }) => offer.id);
const taken = (offer: Offer): RemovedOffer => ({
  id: offer.id,
  version: offer.version + 1,
  reason: 'accepted',
});

describe('the offer board', () => {
  test('the first snapshot is shown newest first, and none of its offers is marked new', () => {
    const older = buildOffer({ createdAt: '2026-11-20T23:00:00.000Z' });
    const newer = buildOffer({ createdAt: '2026-11-21T00:00:00.000Z' });

    const board = ready(older, newer);

    expect(idsOf(board)).toEqual([newer.id, older.id]);
    expect(board.posted.every(({ isNew }) => !isNew)).toBe(true);
    expect(board).toMatchObject({ phase: 'ready', asOf: NOW });
  });

  test('an offer that arrives later is added on top and marked new', () => {
    const old = buildOffer();
    const arrived = buildOffer({ createdAt: '2026-11-19T00:00:00.000Z' });

    const board = addOffers(ready(old), [arrived]);

    expect(board.posted[0]).toMatchObject({ offer: arrived, isNew: true });
    expect(idsOf(board)).toEqual([arrived.id, old.id]);
  });

  test('a repeated or older copy of an offer is ignored, and a newer copy replaces it in place', () => {
    const [first, second] = [buildOffer(), buildOffer()];
    const board = ready(first, second);
    const newer = { ...first, version: first.version + 1, estimatedFare: '$1.00' };

    expect(addOffers(board, [first, { ...first, version: 1 }])).toBe(board);
    const renewed = addOffers(board, [newer]);
    expect(idsOf(renewed)).toEqual(idsOf(board));
    expect(renewed.posted.find(({ offer }) => offer.id === first.id)?.offer.estimatedFare).toBe('$1.00');
  });

  test('an offer accepted by another driver is marked Taken in place, and dropped later', () => {
    const offers = [buildOffer(), buildOffer(), buildOffer()];
    const board = ready(...offers);
    const middle = board.posted[1]?.offer ?? buildOffer();

    const marked = removeOffers(board, [taken(middle)]);
    expect(idsOf(marked)).toEqual(idsOf(board));
    expect(marked.posted[1]?.isTaken).toBe(true);

    expect(idsOf(dropTaken(marked, [middle.id]))).not.toContain(middle.id);
    expect(dropTaken(board, idsOf(board)).posted).toHaveLength(3);
  });

  test('a cancelled offer is removed at once', () => {
    const offer = buildOffer();
    expect(removeOffers(ready(offer), [{ ...taken(offer), reason: 'cancelled' }]).posted).toEqual([]);
  });

  test('a removed offer is not restored by a late event or an older snapshot', () => {
    const offer = buildOffer();
    const board = ready(offer);
    const without = dropTaken(removeOffers(board, [taken(offer)]), [offer.id]);

    expect(addOffers(without, [offer]).posted).toEqual([]);
    expect(mergeOfferSnapshot(without, { before: board, offers: [offer], at: NOW }).posted).toEqual([]);
  });

  test('an offer whose removal arrived first is not added', () => {
    const offer = buildOffer();
    expect(addOffers(removeOffers(ready(), [taken(offer)]), [offer]).posted).toEqual([]);
  });

  test('a removal older than the known version of an offer is ignored', () => {
    const offer = buildOffer({ version: 5 });
    const board = removeOffers(ready(offer), [{ id: offer.id, version: 3, reason: 'accepted' }]);
    expect(board.posted[0]?.isTaken).toBe(false);
  });

  test('an offer that arrived while a snapshot was loading is kept if the snapshot lacks it', () => {
    const before = ready(buildOffer());
    const arrived = buildOffer();
    const board = mergeOfferSnapshot(addOffers(before, [arrived]), { before, offers: [], at: NOW });

    expect(idsOf(board)).toEqual([arrived.id]);
  });

  test('an offer missing from a snapshot is removed until a later snapshot lists it', () => {
    const offer = buildOffer();
    const before = ready(offer);
    const without = mergeOfferSnapshot(before, { before, offers: [], at: NOW });

    expect(without.posted).toEqual([]);
    expect(idsOf(mergeOfferSnapshot(without, { before: without, offers: [offer], at: NOW }))).toEqual([
      offer.id,
    ]);
  });

  test('a snapshot keeps offers marked Taken and offers being accepted', () => {
    const [first, second] = [buildOffer(), buildOffer()];
    const before = setAccepting(removeOffers(ready(first, second), [taken(first)]), second.id, true);

    expect(mergeOfferSnapshot(before, { before, offers: [], at: NOW }).posted).toEqual(before.posted);
  });

  test('an offer found only in a later snapshot is marked new', () => {
    const before = ready();
    expect(mergeOfferSnapshot(before, { before, offers: [buildOffer()], at: NOW }).posted[0]?.isNew).toBe(
      true,
    );
  });
});

describe('while the driver is accepting an offer', () => {
  const offer = buildOffer();
  const accepting = setAccepting(ready(offer), offer.id, true);

  test('the removal of an offer being accepted waits for the reply', () => {
    const board = removeOffers(accepting, [taken(offer)]);
    expect(board.posted[0]).toMatchObject({ isAccepting: true, isTaken: false });
  });

  test('an offer that became the driver’s own ride is removed without Taken, and stays removed', () => {
    const board = removeOwn(accepting, [{ id: offer.id, version: 3 }]);
    expect(board.posted).toEqual([]);
    expect(addOffers(board, [offer]).posted).toEqual([]);
  });

  test('a refused accept marks the offer Taken', () => {
    const board = markTaken(accepting, offer.id);
    expect(board.posted[0]).toMatchObject({ isAccepting: false, isTaken: true });
    expect(addOffers(dropTaken(board, [offer.id]), [offer]).posted).toEqual([]);
  });

  test('a failed accept reopens the offer, unless it was removed meanwhile', () => {
    expect(setAccepting(accepting, offer.id, false).posted[0]).toMatchObject({
      isAccepting: false,
      isTaken: false,
    });
    const removed = removeOffers(accepting, [taken(offer)]);
    expect(setAccepting(removed, offer.id, false).posted[0]?.isTaken).toBe(true);
  });
});

/** A message or snapshot step, in any order and any number of times. */
type Delivery =
  | { kind: 'added'; offer: Offer }
  | { kind: 'removed'; removed: RemovedOffer }
  | { kind: 'ask' }
  | { kind: 'answer' };

test('lost, repeated or late messages restore no removed offer, and a final snapshot corrects the board', () => {
  const offers = Array.from({ length: 4 }, () => buildOffer());
  const anOffer = fc.constantFrom(...offers);
  const delivery: fc.Arbitrary<Delivery> = fc.oneof(
    anOffer.map((offer): Delivery => ({ kind: 'added', offer })),
    anOffer.map((offer): Delivery => ({ kind: 'removed', removed: taken(offer) })),
    fc.constant<Delivery>({ kind: 'ask' }),
    fc.constant<Delivery>({ kind: 'answer' }),
  );
  const plan = fc.record({
    deliveries: fc.array(delivery, { maxLength: 40 }),
    openAtAsking: fc.infiniteStream(fc.subarray(offers)),
    openAtLast: fc.subarray(offers),
  });

  fc.assert(
    fc.property(plan, ({ deliveries, openAtAsking, openAtLast }) => {
      let board: OfferBoard = emptyBoard;
      const removedVersions = new Map<string, number>();
      const underWay: { before: OfferBoard; open: Offer[] }[] = [];

      for (const each of deliveries) {
        if (each.kind === 'added') board = addOffers(board, [each.offer]);
        if (each.kind === 'removed') {
          board = removeOffers(board, [each.removed]);
          removedVersions.set(each.removed.id, each.removed.version);
        }
        if (each.kind === 'ask') underWay.push({ before: board, open: openAtAsking.next().value ?? [] });
        if (each.kind === 'answer') {
          const reply = underWay.shift();
          if (reply) board = mergeOfferSnapshot(board, { before: reply.before, offers: reply.open, at: NOW });
        }
        for (const { offer, isTaken } of board.posted)
          expect(isTaken || offer.version > (removedVersions.get(offer.id) ?? 0)).toBe(true);
        expect(new Set(idsOf(board)).size).toBe(board.posted.length);
      }

      const folded = dropTaken(board, idsOf(board));
      const open = openAtLast.filter((offer) => (folded.tombstones[offer.id] ?? 0) < offer.version);
      const settled = mergeOfferSnapshot(folded, { before: folded, offers: open, at: NOW });
      expect(idsOf(settled).toSorted()).toEqual(open.map(({ id }) => id).toSorted());
    }),
    { numRuns: 500 },
  );
});
