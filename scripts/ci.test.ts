import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const workflow = readFileSync('.github/workflows/ci.yml', 'utf8');

/** The text of each job of the workflow. */
const jobs = new Map(
  (workflow.split(/^jobs:\n/m)[1] ?? '')
    .split(/^ {2}(?=[\w-]+:\n)/m)
    .slice(1)
    .map((text) => [/^[\w-]+/.exec(text)?.[0] ?? '', text] as const),
);

test('a container trusts the checkout of another user before the unit tests list its files with git', () => {
  expect(jobs.get('unit')).toMatch(
    /git config --global --add safe\.directory "\$GITHUB_WORKSPACE"\n[\s\S]*npm run test:unit/,
  );
});

test('the tests of what the product requires of a database also run on MongoDB', () => {
  const job = jobs.get('integration-mongo') ?? '';
  expect(job).toContain('MONGO_URL: mongodb://');
  expect(job).toContain('npx vitest run --project unit embedded/document-store/mongoose.test.ts\n');
});
