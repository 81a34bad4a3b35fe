import { createRandom } from '../random.ts';
import {
  CALLERS,
  DAY_MS,
  DRIVERS,
  type Fault,
  GIFT_CARDS,
  KINDS,
  type Line,
  PROMOS,
  RIDERS,
  type RideAct,
  type Story,
} from './acts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Plan {
  seed: number;
  days: number;
  /** Total number of rides. */
  rides: number;
}

/** Plans the story of a seed: what riders, drivers and staff will try, and which faults will occur. */
export function planStory({ seed, days, rides }: Plan): Story {
  const lines: Line[] = [];
  for (let ride = 0; ride < rides; ride += 1) {
    // Each ride has its own random numbers, so that shrinking can leave it out without changing others.
    const dice = diceOf(createRandom(seed * 1_000_003 + ride));
    lines.push(...planRide(ride, ride % days, dice));
  }
  const dice = diceOf(createRandom(seed * 1_000_003 + 999_983));
  for (let day = 0; day < days; day += 1) lines.push(...planFaults(day, dice));
  return { seed, days, lines: lines.toSorted((one, other) => one.at - other.at) };
}

interface Dice {
  chance(share: number): boolean;
  /** A whole number from 0 (inclusive) to the bound (exclusive). */
  below(bound: number): number;
  between(from: number, to: number): number;
  one<Item>(items: readonly [Item, ...Item[]]): Item;
}

function diceOf(random: () => number): Dice {
  const below = (bound: number) => Math.floor(random() * bound);
  return {
    chance: (share) => random() < share,
    below,
    between: (from, to) => from + below(to - from),
    one: (items) => items[below(items.length)] ?? items[0],
  };
}

/** Plans the actions on one ride, from its booking between 06:00 and 19:00 to its tip. */
function planRide(ride: number, day: number, dice: Dice): Line[] {
  const lines: Line[] = [];
  const at = (instant: number, act: RideAct) => {
    const mishap = dice.below(40);
    lines.push({
      at: Math.round(instant),
      ride,
      ...act,
      ...(mishap === 0 && { death: { atWrite: dice.between(1, 7), isAfter: dice.chance(0.5) } }),
      ...(mishap === 1 && { repeatMs: dice.one([0, 0, 40, 2_000]) }),
    });
  };
  const bookedAt = day * DAY_MS + dice.between(6 * HOUR_MS, 19 * HOUR_MS);
  const pickupAt =
    Math.ceil((bookedAt + dice.between(HOUR_MS, 3 * HOUR_MS)) / (5 * MINUTE_MS)) * 5 * MINUTE_MS;
  const hours = dice.chance(0.6) ? dice.one([2, 3, 3, 3.5]) : null;
  const rideType = dice.one(KINDS);
  /** Chooses a driver, mostly one whose vehicle is of the ride's kind. */
  const someDriver = () =>
    dice.chance(0.9)
      ? KINDS.indexOf(rideType) + KINDS.length * dice.below(Math.floor(DRIVERS / KINDS.length))
      : dice.below(DRIVERS);
  const isByPhone = dice.chance(0.1);
  const hasBack = hours === null && !isByPhone && dice.chance(0.15);
  const trip = { rideType, hours, stops: dice.chance(0.2) ? dice.between(1, 3) : 0, pickupAt };
  const paidAt = bookedAt + dice.between(MINUTE_MS, dice.chance(0.1) ? 34 * MINUTE_MS : 6 * MINUTE_MS);
  if (isByPhone) planCall(at, { bookedAt, paidAt }, { dice, trip });
  else {
    at(bookedAt, {
      act: 'book',
      rider: dice.below(RIDERS),
      ...trip,
      promo: dice.chance(0.15) ? dice.below(PROMOS) : null,
      giftCard: dice.chance(0.15) ? dice.below(GIFT_CARDS) : null,
      backAt: hasBack ? pickupAt + 3 * HOUR_MS : null,
    });
    planPayment(at, paidAt, { dice, act: 'pay' });
    if (dice.chance(0.6)) at(paidAt + dice.below(1_500), { act: 'confirm' });
  }

  const offeredAt = paidAt + MINUTE_MS;
  if (dice.chance(0.15)) planEdit(at, offeredAt + dice.below(4 * MINUTE_MS), dice);
  const acceptedAt = offeredAt + dice.between(5_000, 8 * MINUTE_MS);
  for (let round = 0; round < (dice.chance(0.03) ? 0 : 3); round += 1) {
    const instant = acceptedAt + round * 3 * MINUTE_MS;
    const racers = round === 0 ? dice.between(2, 5) : dice.between(1, 3);
    for (let racer = 0; racer < racers; racer += 1) {
      at(instant, { act: 'accept', driver: someDriver() });
    }
  }
  if (dice.chance(0.08))
    planByHand(at, acceptedAt + dice.between(MINUTE_MS, 20 * MINUTE_MS), { dice, someDriver });
  if (dice.chance(0.05)) planEdit(at, acceptedAt + dice.below(3 * MINUTE_MS), dice);
  if (dice.chance(0.12)) {
    const by = dice.one(['rider', 'rider', 'staff for the rider', 'operations'] as const);
    const instant = dice.one([acceptedAt, paidAt, dice.between(bookedAt, pickupAt + 10 * MINUTE_MS)]);
    at(instant, { act: 'cancel', by });
  }

  planDrive(at, { pickupAt, lastsMs: (hours ?? 0.6) * HOUR_MS }, dice);
  if (hasBack) {
    const before = lines.length;
    const backAt = pickupAt + 3 * HOUR_MS;
    at(acceptedAt + 30_000, { act: 'accept', driver: someDriver() });
    at(acceptedAt + 30_000, { act: 'accept', driver: someDriver() });
    if (dice.chance(0.2)) at(dice.between(acceptedAt, backAt), { act: 'cancel', by: 'rider' });
    planDrive(at, { pickupAt: backAt, lastsMs: 0.6 * HOUR_MS }, dice);
    for (const line of lines.slice(before)) Object.assign(line, { isBack: true });
  }
  return lines;
}

type At = (instant: number, act: RideAct) => void;

/** Plans a payment, mostly with a good card. Some cards are declined first; some payments are disputed. */
function planPayment(
  at: At,
  paidAt: number,
  { dice, act }: { dice: Dice; act: 'pay' | 'pay by link' },
): void {
  if (dice.chance(0.1)) at(paidAt - 20_000, { act, card: 'declined card' });
  if (dice.chance(0.05)) return;
  const isDisputed = dice.chance(0.05);
  at(paidAt, { act, card: isDisputed ? 'disputed card' : 'good card' });
  if (isDisputed && dice.chance(0.8)) {
    at(paidAt + dice.between(MINUTE_MS, 5 * HOUR_MS), {
      act: 'answer dispute',
      outcome: dice.one(['won', 'lost']),
    });
  }
}

/**
 * Plans a booking by phone for a rider or a caller without an account, paid by the mailed link or on account.
 */
function planCall(
  at: At,
  { bookedAt, paidAt }: { bookedAt: number; paidAt: number },
  {
    dice,
    trip,
  }: { dice: Dice; trip: Omit<Extract<RideAct, { act: 'book by phone' }>, 'act' | 'rider' | 'payment'> },
): void {
  const rider = dice.chance(0.5) ? dice.below(RIDERS) : RIDERS + dice.below(CALLERS);
  const payment = dice.one(['link', 'link', 'link', 'account'] as const);
  at(bookedAt, { act: 'book by phone', rider, ...trip, payment });
  if (payment === 'account') return;
  planPayment(at, paidAt, { dice, act: 'pay by link' });
  // A second person pays by the same link.
  if (dice.chance(0.3)) at(paidAt, { act: 'pay by link', card: 'good card' });
}

function planEdit(at: At, instant: number, dice: Dice): void {
  at(instant, {
    act: 'edit',
    to: dice.one([
      'longer',
      'longer',
      'shorter',
      'shorter',
      'other vehicle',
      'one more stop',
      'other wishes',
    ]),
  });
  if (dice.chance(0.7)) at(instant + dice.between(10_000, 4 * MINUTE_MS), { act: 'pay charge' });
  else if (dice.chance(0.3)) at(instant + 60_000, { act: 'drop edit' });
}

function planByHand(
  at: At,
  instant: number,
  { dice, someDriver }: { dice: Dice; someDriver: () => number },
): void {
  if (dice.chance(0.3)) {
    at(instant, { act: 'give back' });
    at(instant + 2 * MINUTE_MS, { act: 'accept', driver: someDriver() });
    return;
  }
  at(instant, { act: 'assign', driver: someDriver() });
  if (dice.chance(0.5)) at(instant + dice.below(MINUTE_MS), { act: dice.one(['undo', 'unassign']) });
  at(instant + 2 * MINUTE_MS, { act: 'assign', driver: someDriver() });
}

function planDrive(at: At, { pickupAt, lastsMs }: { pickupAt: number; lastsMs: number }, dice: Dice): void {
  const arrivedAt =
    pickupAt + dice.between(-10 * MINUTE_MS, dice.chance(0.1) ? 16 * MINUTE_MS : 2 * MINUTE_MS);
  at(arrivedAt - 15 * MINUTE_MS, { act: 'set off' });
  at(arrivedAt, { act: 'arrive' });
  if (dice.chance(0.04)) {
    at(Math.max(pickupAt, arrivedAt) + 16 * MINUTE_MS, { act: 'note no-show' });
    return;
  }
  const startedAt = Math.max(pickupAt, arrivedAt) + dice.between(0, 25 * MINUTE_MS);
  at(startedAt, { act: 'start' });
  if (dice.chance(0.12)) {
    const askedAt = startedAt + lastsMs / 2;
    at(askedAt, { act: 'extend' });
    if (dice.chance(0.7)) at(askedAt + dice.between(5_000, 8 * MINUTE_MS), { act: 'pay charge' });
  }
  const completedAt = startedAt + lastsMs + dice.between(-10 * MINUTE_MS, 20 * MINUTE_MS);
  const percent = dice.one([100, 100, 100, 90, 75, 30]);
  if (dice.chance(0.06)) {
    // The driver forgets to complete the ride, and may notice at the same moment as staff.
    const noticedAt = completedAt + HOUR_MS;
    at(noticedAt, { act: 'complete for driver', percent });
    if (dice.chance(0.5)) at(noticedAt, { act: 'complete', percent: 100 });
  } else {
    at(completedAt, { act: 'complete', percent });
  }
  if (dice.chance(0.3)) at(completedAt + 5 * MINUTE_MS, { act: 'decide fare' });
  if (dice.chance(0.25)) {
    at(completedAt + 2 * MINUTE_MS, { act: 'tip', amountCents: dice.one([500, 1_000, 2_000]) });
    at(completedAt + 3 * MINUTE_MS, { act: 'pay charge' });
  }
  if (dice.chance(0.2)) at(completedAt + 4 * MINUTE_MS, { act: 'rate', stars: dice.one([1, 2, 3, 4, 5, 5]) });
  if (dice.chance(0.06)) {
    const instant = completedAt + dice.between(0, 20 * MINUTE_MS);
    at(instant, { act: 'refund', amountCents: dice.between(100, 9_000) });
  }
  if (dice.chance(0.05)) {
    const instant = completedAt + dice.between(0, 20 * MINUTE_MS);
    at(instant, { act: 'charge', amountCents: dice.between(100, 9_000) });
    if (dice.chance(0.6)) at(instant + 5 * MINUTE_MS, { act: 'pay charge' });
    if (dice.chance(0.3)) at(instant + 8 * MINUTE_MS, { act: 'withdraw charge' });
  }
}

/** Plans five faults a day, each lasting between one and fifteen minutes. */
function planFaults(day: number, dice: Dice): Line[] {
  return Array.from({ length: 5 }, () => ({
    at: day * DAY_MS + dice.between(6 * HOUR_MS, 22 * HOUR_MS),
    forMs: dice.between(MINUTE_MS, 15 * MINUTE_MS),
    ...dice.one<Fault>([
      { act: 'redis away' },
      { act: 'workers killed', atWrite: dice.between(1, 6), isAfter: dice.chance(0.5) },
      { act: 'jobs late', delayMs: dice.between(1_000, 90_000) },
      { act: 'jobs run twice' },
      { act: 'webhooks late', delayMs: dice.between(1_000, 60_000), copies: dice.between(1, 4) },
      { act: 'clocks differ', skewMs: dice.between(-20_000, 20_000) },
      { act: 'page asleep', page: dice.below(RIDERS) },
    ]),
  }));
}
