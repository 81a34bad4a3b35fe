import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './builds.ts';
import { MUTANTS } from './mutants.ts';

test.each(MUTANTS)('there is one statement to change for a build that $name', ({ mutation }) => {
  const source = readFileSync(join(ROOT, mutation.file), 'utf8');

  expect(source.split(mutation.statement)).toHaveLength(2);
});
