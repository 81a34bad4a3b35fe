import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, SHORT_HOLD } from './builds.ts';
import { MUTANTS } from './mutants.ts';

const SHORT = { name: 'an edit expires within seconds', mutation: SHORT_HOLD };

test.each([...MUTANTS, SHORT])('the statement that mutant "$name" replaces is unique', ({ mutation }) => {
  const source = readFileSync(join(ROOT, mutation.file), 'utf8');
  expect(source.split(mutation.statement)).toHaveLength(2);
});
