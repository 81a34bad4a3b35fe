import { expect, test } from 'vitest';
import { MAX_OFFERS } from '#common/rides/ride.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildShuffled } from '../testing/build-shuffled.ts';
import { inHours } from '../testing/in-hours.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { listOffers } from './ride-queries.ts';

setUpTestDatabase();

const SEDANS = [{ rideType: 'lux-sedan', until: null }] as const;

const idsOf = (rides: readonly { id: string }[]) => rides.map(({ id }) => id);

test('if there are more offers than the limit, those with the soonest pickup are listed, whenever requested', async () => {
  const latest = await buildRide({ scheduledAt: inHours(1_000) });
  await Promise.all(
    Array.from({ length: MAX_OFFERS - 1 }, (_, index) => buildRide({ scheduledAt: inHours(10 + index) })),
  );
  expect(idsOf(await listOffers(SEDANS)).at(-1)).toBe(latest.id);

  const soonest = await buildRide({ scheduledAt: inHours(1), createdAt: inHours(-1_000) });

  const offers = idsOf(await listOffers(SEDANS));
  expect(offers).toHaveLength(MAX_OFFERS);
  expect(offers[0]).toBe(soonest.id);
  expect(offers).not.toContain(latest.id);
});

test('offers with the same pickup time are listed by id', async () => {
  const ids = await buildShuffled({ scheduledAt: inHours(0.5) });

  expect(idsOf(await listOffers(SEDANS)).slice(0, 4)).toEqual(ids);
});
