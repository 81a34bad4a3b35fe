import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../builds.ts';
import { SIMULATION_MUTANTS } from './simulation-mutants.ts';

test.each(SIMULATION_MUTANTS)('the statement that mutant "$name" replaces is unique', ({ mutation }) => {
  const source = readFileSync(join(ROOT, mutation.file), 'utf8');
  expect(source.split(mutation.statement)).toHaveLength(2);
});
