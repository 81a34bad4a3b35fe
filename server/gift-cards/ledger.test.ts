import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RefundReason } from '#common/jobs.ts';
import type { Cents } from '#common/money.ts';
import { buildGiftCard, soundCard } from '../testing/build-gift-card.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { findEntryProblems } from './find-gift-card-differences.ts';
import { issueGiftCard } from './fulfil-gift-card.ts';
import { type GiftCardDoc, GiftCardModel } from './gift-card-model.ts';
import {
  captureGiftCard,
  holdGiftCard,
  listGiftCardHolds,
  refundGiftCard,
  releaseGiftCard,
  voidGiftCardBalance,
} from './ledger.ts';

setUpTestDatabase();

const ISSUED: Cents = 10_000;
const until = new Date(Date.now() + 3_600_000);

type Act =
  | { name: 'hold'; ride: number; amountCents: Cents }
  | { name: 'capture' | 'release'; ride: number }
  | { name: 'void'; ride: number }
  | { name: 'refund'; ride: number; amountCents: Cents; reason: RefundReason };

const ride = fc.nat(3);
const amountCents = fc.integer({ min: 1, max: ISSUED });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ name: fc.constant('hold' as const), ride, amountCents }) },
  {
    weight: 3,
    arbitrary: fc.record({ name: fc.constantFrom('capture' as const, 'release' as const), ride }),
  },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('void' as const), ride: fc.constant(0) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.constant('refund' as const),
      ride,
      amountCents,
      reason: fc.constantFrom('completed-for-less' as const, 'paid-too-late' as const),
    }),
  },
);

interface Trial {
  giftCardId: string;
  rideIds: string[];
}

const newTrial = async (): Promise<Trial> => ({
  giftCardId: (await buildGiftCard(ISSUED)).id,
  rideIds: [newId(), newId(), newId(), newId()],
});

async function perform({ giftCardId, rideIds }: Trial, act: Act): Promise<unknown> {
  const rideOnCard = { giftCardId, rideId: rideIds[act.ride] ?? '' };
  switch (act.name) {
    case 'hold':
      return holdGiftCard({ ...rideOnCard, amountCents: act.amountCents, memo: 'Sphere', until });
    case 'capture':
      return captureGiftCard(rideOnCard);
    case 'release':
      return releaseGiftCard(rideOnCard);
    case 'void': {
      const { balanceCents, voids = [] } = await soundCard(giftCardId);
      const all = { giftCardId, amountCents: balanceCents, voidsBefore: voids.length, by: 'Robin Hale' };
      return balanceCents > 0 && voidGiftCardBalance(all);
    }
    case 'refund':
      return refundGiftCard({ ...rideOnCard, amountCents: act.amountCents, reason: act.reason });
  }
}

/** In-memory model of a card, for sequential operations. */
class Model {
  balanceCents = ISSUED;
  #isVoid = false;
  readonly #rides = new Map<
    number,
    { state: 'held' | 'captured' | 'released'; heldCents: Cents; leftCents: Cents }
  >();
  readonly #refunded = new Set<string>();

  get heldCents(): Cents {
    const held = [...this.#rides.values()].filter(({ state }) => state === 'held');
    return held.reduce((sum, { heldCents }) => sum + heldCents, 0);
  }

  perform(act: Act): void {
    const ride = this.#rides.get(act.ride);
    switch (act.name) {
      case 'hold':
        if (ride || this.#isVoid || this.balanceCents < act.amountCents) return;
        this.balanceCents -= act.amountCents;
        this.#rides.set(act.ride, { state: 'held', heldCents: act.amountCents, leftCents: 0 });
        return;
      case 'capture':
        if (ride?.state === 'held') Object.assign(ride, { state: 'captured', leftCents: ride.heldCents });
        return;
      case 'release':
        if (ride?.state !== 'held') return;
        this.balanceCents += ride.heldCents;
        ride.state = 'released';
        return;
      case 'void':
        if (this.heldCents > 0 || this.balanceCents === 0) return;
        this.balanceCents = 0;
        this.#isVoid = true;
        return;
      case 'refund': {
        const key = `${act.ride}:${act.reason}`;
        if (!ride || ride.leftCents < act.amountCents || this.#refunded.has(key)) return;
        this.#refunded.add(key);
        ride.leftCents -= act.amountCents;
        this.balanceCents += act.amountCents;
      }
    }
  }
}

test('balance and holds match the model after any sequence of operations', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
      const trial = await newTrial();
      const model = new Model();
      for (const act of acts) {
        await perform(trial, act);
        model.perform(act);
        const { balanceCents, heldCents } = await soundCard(trial.giftCardId);
        expect({ balanceCents, heldCents }).toEqual({
          balanceCents: model.balanceCents,
          heldCents: model.heldCents,
        });
      }
    }),
    { numRuns: 25 },
  );
});

test('under any concurrent operations the ledger adds up, and the card is never overdrawn', async () => {
  const rounds = fc.array(fc.array(act, { minLength: 2, maxLength: 12 }), { minLength: 2, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(rounds, async (acts) => {
      const trial = await newTrial();
      for (const round of acts) {
        await Promise.all(round.map((act) => perform(trial, act)));
        await soundCard(trial.giftCardId);
      }
    }),
    { numRuns: 25 },
  );
});

test('a hold is closed by either a capture or a release, whichever comes first', async () => {
  const { giftCardId, rideIds } = await newTrial();
  const [rideId = ''] = rideIds;
  await holdGiftCard({ giftCardId, rideId, amountCents: 4_000, memo: 'Sphere', until });

  const [isCaptured] = await Promise.all([
    captureGiftCard({ giftCardId, rideId }),
    releaseGiftCard({ giftCardId, rideId }),
    releaseGiftCard({ giftCardId, rideId }),
  ]);

  const card = await soundCard(giftCardId);
  expect(card.balanceCents).toBe(isCaptured ? 6_000 : 10_000);
  expect(await captureGiftCard({ giftCardId, rideId })).toBe(isCaptured);
});

test('all holds are listed, oldest first, even if there are more than two hundred', async () => {
  await GiftCardModel.deleteMany();
  const now = Date.now();
  const rideIds = Array.from({ length: 201 }, () => newId());
  await GiftCardModel.insertMany(
    rideIds.map((rideId, index) => ({
      codeHash: rideId,
      passHash: rideId,
      last4: '0000',
      balanceCents: 0,
      heldCents: 100,
      holds: [{ rideId, amountCents: 100, until: new Date(now - index * 1_000) }],
    })),
  );

  const holds = await listGiftCardHolds();

  expect(holds.map(({ rideId }) => rideId)).toEqual(rideIds.toReversed());
  await GiftCardModel.deleteMany();
});

test('issuing a card repeatedly and concurrently creates one card', async () => {
  const id = newId();

  await Promise.all([issueGiftCard(id, 5_000), issueGiftCard(id, 5_000)]);
  await issueGiftCard(id, 5_000);

  const { balanceCents, entries } = await soundCard(id);
  expect([balanceCents, entries.map(({ kind }) => kind)]).toEqual([5_000, ['issue']]);
});

test.each<[string, (card: GiftCardDoc) => void, RegExp]>([
  ['a balance that was changed by hand', (card) => card.balanceCents++, /but its entries sum to 6000/],
  ['a missing hold', (card) => card.holds.pop(), /its holds differ/],
  ['a missing entry', (card) => card.entries.pop(), /entries sum to/],
  ['a duplicate entry', (card) => card.entries.push(...card.entries.slice(-1)), /an entry twice/],
  [
    'a hold whose entry has another amount',
    (card) => Object(card.entries[1]).amountCents--,
    /held once|another amount/,
  ],
])('the check of a gift card finds %s', async (_what, spoil, fault) => {
  const { giftCardId, rideIds } = await newTrial();
  await holdGiftCard({ giftCardId, rideId: rideIds[0] ?? '', amountCents: 4_000, memo: 'Sphere', until });
  const card = await soundCard(giftCardId);

  spoil(card);

  expect(findEntryProblems(card).join('; ')).toMatch(fault);
});

test.each<[string, (card: GiftCardDoc) => void, RegExp]>([
  ['a missing refund to the buyer', (card) => card.voids?.pop(), /owes 0 refunds/],
  [
    'a refund to the buyer with another amount',
    (card) => Object(card.voids?.[0]).amountCents--,
    /owes another amount/,
  ],
  ['a missing time of voiding', (card) => delete card.voidedAt, /whether it is void/],
])('the check of a void gift card finds %s', async (_what, spoil, fault) => {
  const { id: giftCardId } = await buildGiftCard(ISSUED);
  await voidGiftCardBalance({ giftCardId, amountCents: ISSUED, voidsBefore: 0, by: 'Robin Hale' });
  const card = await soundCard(giftCardId);

  spoil(card);

  expect(findEntryProblems(card).join('; ')).toMatch(fault);
});
