import { vi } from 'vitest';
import { RideModel } from '../rides/ride-model.ts';

/** Simulates a crash, the error `killed`, at the nth change of a ride from now on. */
export function dieAtChange(nth: number) {
  const real = RideModel.findOneAndUpdate.bind(RideModel);
  const step = vi.spyOn(RideModel, 'findOneAndUpdate');
  for (let call = 1; call < nth; call += 1) step.mockImplementationOnce(real);
  step.mockImplementationOnce(() => {
    throw new Error('killed');
  });
  return step;
}
