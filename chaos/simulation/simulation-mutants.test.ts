import { expect, test } from 'vitest';
import { SIMULATION_MUTANTS } from './simulation-mutants.ts';

test('the mutants of the simulation are still among those of the chaos suite', () => {
  expect(SIMULATION_MUTANTS).toHaveLength(3);
});
