import mongoose from 'mongoose';
import { onTestFinished } from 'vitest';
import { RideModel } from '../rides/ride-model.ts';
import { buildRide } from './build-ride.ts';

/** Builds rides whose ids are in a different order than they were stored. */
export async function buildShuffled(overrides: Parameters<typeof buildRide>[0]) {
  for (const digit of [2, 4, 1, 3]) {
    await buildRide({ ...overrides, _id: new mongoose.Types.ObjectId(`${digit}`.repeat(24)) });
  }
  onTestFinished(async () => {
    await RideModel.deleteMany({ _id: { $in: [1, 2, 3, 4].map((digit) => `${digit}`.repeat(24)) } });
  });
  return [1, 2, 3, 4].map((digit) => `${digit}`.repeat(24));
}
