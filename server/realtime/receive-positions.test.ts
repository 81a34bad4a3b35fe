import { expect, onTestFinished, test, vi } from 'vitest';
import { RIDES_CHANGED } from '../infra/channels.ts';
import { channel, redis } from '../infra/redis.ts';
import { composeRideMessage } from '../rides/events/publish-ride.ts';
import { ridesUnderWay } from '../rides/position/under-way.ts';
import { RideModel } from '../rides/ride-model.ts';
import { findRide } from '../rides/ride-queries.ts';
import { startNode } from '../start-node.ts';
import { buildRideUnderWay } from '../testing/positions.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';

setUpTestDatabase();

test('a node without sockets drops a completed ride from its cached rides under way once it is published', async () => {
  const node = await startNode({ port: 0, host: '127.0.0.1', role: 'api' });
  onTestFinished(() => node.close());
  const { driver, ride } = await buildRideUnderWay({ status: 'in_progress' });
  // Time stands still, so that nothing expires by age.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  expect(await ridesUnderWay(driver.id)).toHaveLength(1);

  await RideModel.updateOne({ _id: ride.id }, { status: 'completed' });
  expect(await ridesUnderWay(driver.id)).toHaveLength(1);
  await redis.publish(channel(RIDES_CHANGED), composeRideMessage(await findRide(ride.id), new Date()));

  await expect.poll(() => ridesUnderWay(driver.id)).toEqual([]);
});
