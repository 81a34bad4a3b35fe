import { expect, test } from 'vitest';
import { paperStatus, worstPaper } from './paper-status.ts';

const NOW = new Date('2026-11-20T16:12-08:00');

const paper = (kind: string, expiresOn: string) => ({ kind, number: '1', expiresOn });

test.each([
  ['2026-11-19', 'danger', 'ended Thu 19 Nov'],
  ['2026-11-20', 'warn', 'ends Fri 20 Nov, today'],
  ['2026-11-21', 'warn', 'ends Sat 21 Nov, tomorrow'],
  ['2026-12-02', 'warn', 'ends Wed 2 Dec, in 12 days'],
  ['2026-12-20', 'warn', 'ends Sun 20 Dec, in 30 days'],
  ['2026-12-21', 'fine', 'ends Mon 21 Dec'],
  ['2027-06-30', 'fine', 'ends Wed 30 Jun 2027'],
])('a document that expires on %s has the tone %s and the text %s', (expiresOn, tone, text) => {
  expect(paperStatus(paper('license', expiresOn), NOW)).toEqual({ tone, text });
});

test('of several documents the one that expires first is described, with the vehicle it belongs to', () => {
  expect(worstPaper([paper('license', '2027-06-30')], NOW).text).toBe('All in date');
  expect(worstPaper([], NOW)).toEqual({ tone: 'warn', text: 'No documents yet' });
  const papers = [
    { ...paper('inspection', '2026-11-18'), of: 'NV 616-BAR' },
    paper('tnc-permit', '2026-12-02'),
  ];
  expect(worstPaper(papers, NOW)).toEqual({
    tone: 'danger',
    text: 'Inspection of NV 616-BAR ended Wed 18 Nov',
  });
});
