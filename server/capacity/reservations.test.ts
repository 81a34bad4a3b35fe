import { expect, test } from 'vitest';
import type { Span } from '#common/rides/overlap.ts';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import type { VehicleId } from '#common/vehicles/catalogue.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { CapacityDayModel } from './capacity-model.ts';
import { addReservation, isFree, listDays, mostTaken, removeReservation } from './reservations.ts';

setUpTestDatabase();

const CITY = 'las-vegas';
const HOUR_MS = 3_600_000;
const DATE = addDays(dateInVegas(new Date()), 30);
const at = (text: string) => toInstant(DATE, text)?.getTime() ?? Number.NaN;
const hours = (from: string, count: number): Span => ({
  startMs: at(from),
  endMs: at(from) + count * HOUR_MS,
});

let kinds = 0;
const KINDS = ['lux-suv', 'hummer-18', 'limousine-10', 'limousine-16', 'partybus-16', 'partybus-20'] as const;
/** Returns a vehicle kind that no other test in this file books. */
const nextKind = () => {
  const rideType: VehicleId = KINDS[kinds] ?? 'lux-sedan';
  kinds += 1;
  return { city: CITY, rideType };
};

const book = (booking: Parameters<typeof addReservation>[0]) => addReservation(booking);

test('of 200 concurrent reservations for three vehicles, exactly three succeed', async () => {
  const kind = nextKind();
  const span = hours('19:00', 2);

  const taken = await Promise.all(
    Array.from({ length: 200 }, () => book({ ...kind, span, key: newId(), vehicles: 3 })),
  );

  expect(taken.filter(Boolean)).toHaveLength(3);
});

test('a reservation includes half an hour on both sides, and is free again once it is released', async () => {
  const kind = nextKind();
  const key = newId();
  const early = hours('10:00', 1);
  expect(await book({ ...kind, span: early, key, vehicles: 1 })).toBe(true);

  expect(await isFree({ ...kind, span: hours('11:30', 1) }, 1)).toBe(false);
  expect(await isFree({ ...kind, span: hours('12:00', 1) }, 1)).toBe(true);
  expect(await book({ ...kind, span: hours('11:30', 1), key: newId(), vehicles: 1 })).toBe(false);

  await removeReservation({ ...kind, span: early, key });
  await removeReservation({ ...kind, span: early, key });
  expect(await book({ ...kind, span: hours('11:30', 1), key: newId(), vehicles: 1 })).toBe(true);
});

test('a reservation over midnight takes vehicle time on both days, and its release frees both', async () => {
  const kind = nextKind();
  const key = newId();
  const overMidnight = hours('22:00', 3);
  const parts = [hours('22:30', 1), { startMs: at('23:59') + HOUR_MS, endMs: at('23:59') + 2 * HOUR_MS }];
  const areFree = () => Promise.all(parts.map((span) => isFree({ ...kind, span }, 1)));

  expect(await book({ ...kind, span: overMidnight, key, vehicles: 1 })).toBe(true);
  expect(await areFree()).toEqual([false, false]);
  expect((await listDays()).filter(({ _id }) => _id.endsWith(kind.rideType)).map(({ _id }) => _id)).toEqual([
    `${CITY} ${DATE} ${kind.rideType}`,
    `${CITY} ${addDays(DATE, 1)} ${kind.rideType}`,
  ]);

  await removeReservation({ ...kind, span: overMidnight, key });
  expect(await areFree()).toEqual([true, true]);
});

test('a reservation over midnight that fails on the second day takes nothing on the first', async () => {
  const kind = nextKind();
  const blocked = { startMs: at('23:59') + HOUR_MS, endMs: at('23:59') + 2 * HOUR_MS };
  expect(await book({ ...kind, span: blocked, key: newId(), vehicles: 1 })).toBe(true);

  expect(await book({ ...kind, span: hours('22:00', 3), key: newId(), vehicles: 1 })).toBe(false);
  expect(await book({ ...kind, span: hours('20:00', 1), key: newId(), vehicles: 1 })).toBe(true);
});

test('repeated concurrent reservations for one ride reserve once', async () => {
  const kind = nextKind();
  const key = newId();
  const span = hours('09:00', 1);
  await Promise.all(Array.from({ length: 5 }, () => book({ ...kind, span, key, vehicles: 1 })));

  const day = await CapacityDayModel.findById(`${CITY} ${DATE} ${kind.rideType}`).lean();
  expect(day?.places).toHaveLength(1);
});

test('without a vehicle limit every reservation is accepted and recorded', async () => {
  const kind = nextKind();
  const span = hours('09:00', 1);
  for (let n = 0; n < 4; n += 1) {
    expect(await book({ ...kind, span, key: newId(), vehicles: null })).toBe(true);
  }
  expect(await isFree({ ...kind, span }, 4)).toBe(false);
});

test('concurrent reservations and releases never exceed the number of vehicles', async () => {
  const kind = nextKind();
  const vehicles = 4;
  // A fixed pseudo-random sequence: a linear congruential generator.
  let seed = 20_261_122;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const wishes = Array.from({ length: 120 }, () => {
    const startMs = at('00:00') + random(96) * 15 * 60_000;
    return { key: newId(), span: { startMs, endMs: startMs + (1 + random(8)) * 30 * 60_000 } };
  });

  await Promise.all(
    wishes.map(async ({ key, span }, n) => {
      const isTaken = await book({ ...kind, span, key, vehicles });
      if (isTaken && n % 3 === 0) await removeReservation({ ...kind, span, key });
    }),
  );

  const days = (await listDays()).filter(({ _id }) => _id.endsWith(kind.rideType));
  for (const { places } of days) {
    for (const reservation of places) expect(mostTaken(places, reservation)).toBeLessThanOrEqual(vehicles);
  }
  expect(days.flatMap(({ places }) => places).length).toBeGreaterThan(vehicles);
});
