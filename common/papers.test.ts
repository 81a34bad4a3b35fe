import { expect, test } from 'vitest';
import { expiredPaper, paperSchema, validUntil } from './papers.ts';

const paper = (expiresOn: string) => ({ kind: 'license', number: '1', expiresOn });

test('a paper is valid through the day it names', () => {
  expect(expiredPaper([paper('2026-11-20')], '2026-11-20')).toBeNull();
  expect(expiredPaper([paper('2030-01-01'), paper('2026-11-20')], '2026-11-21')).toEqual(paper('2026-11-20'));
});

test('papers together are valid as long as the first to end; none at all, for ever', () => {
  expect(validUntil([paper('2030-01-01'), paper('2026-11-20')])).toBe('2026-11-20');
  expect(validUntil([])).toBeNull();
});

test.each(['2026-02-30', '20-11-2026', '2026-11', ''])('%j is no day of the calendar', (expiresOn) => {
  expect(paperSchema(['license']).safeParse(paper(expiresOn)).success).toBe(false);
});
