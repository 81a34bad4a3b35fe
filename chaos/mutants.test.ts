import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, SHORT_HOLD } from './builds.ts';
import { MUTANTS } from './mutants.ts';

const SHORT = { name: 'an edit expires within seconds', mutation: SHORT_HOLD };

test.each([...MUTANTS, SHORT])('the statement that "$name" replaces occurs exactly once', ({ mutation }) => {
  const source = readFileSync(join(ROOT, mutation.file), 'utf8');
  expect(source.split(mutation.statement)).toHaveLength(2);
});
