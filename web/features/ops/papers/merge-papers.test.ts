import { expect, test } from 'vitest';
import type { Paper } from '#common/papers.ts';
import { mergePapers } from './merge-papers.ts';
import { draftPaper, type PaperDraft } from './papers-fields.tsx';

const LICENSE: Paper = { kind: 'license', number: 'L-1', expiresOn: '2027-06-30' };
const PERMIT: Paper = { kind: 'tnc-permit', number: 'T-1', expiresOn: '2027-06-30' };
const INSURANCE: Paper = { kind: 'insurance', number: 'I-1', expiresOn: '2027-06-30' };

const plain = (papers: readonly PaperDraft[]) => papers.map(({ key: _key, ...paper }) => paper);

interface Case {
  before: Paper[];
  /** Edits the papers in the form. */
  type: (papers: PaperDraft[]) => PaperDraft[];
  now: Paper[];
}

/** Returns the merged papers, the lost edits, and each merged paper's index in the opened form. */
function merge({ before, type, now }: Case) {
  const opened = before.map(draftPaper);
  const { merged, base, lost } = mergePapers({
    before: opened,
    typed: type(opened),
    now: now.map(draftPaper),
  });
  expect(plain(base)).toEqual(now);
  return {
    merged: plain(merged),
    lost,
    keys: merged.map(({ key }) => opened.findIndex((paper) => paper.key === key)),
  };
}

const change = (index: number, part: Partial<Paper>) => (papers: PaperDraft[]) =>
  papers.map((paper, at) => (at === index ? { ...paper, ...part } : paper));

test('changes of two people to different documents are both kept', () => {
  expect(
    merge({
      before: [LICENSE, PERMIT],
      type: change(0, { number: 'L-2' }),
      now: [LICENSE, { ...PERMIT, expiresOn: '2029-01-31' }],
    }),
  ).toEqual({
    merged: [
      { ...LICENSE, number: 'L-2' },
      { ...PERMIT, expiresOn: '2029-01-31' },
    ],
    lost: [],
    keys: [0, 1],
  });
});

test('a document that both changed takes the newest saved values and is named as lost', () => {
  expect(
    merge({
      before: [LICENSE, PERMIT],
      type: change(0, { number: 'L-2' }),
      now: [{ ...LICENSE, number: 'L-3' }, PERMIT],
    }),
  ).toEqual({ merged: [{ ...LICENSE, number: 'L-3' }, PERMIT], lost: ['license'], keys: [0, 1] });
});

test('the same change by both is no conflict', () => {
  const renewed = { ...LICENSE, number: 'L-2', expiresOn: '2031-06-30' };
  expect(merge({ before: [LICENSE], type: change(0, renewed), now: [renewed] })).toMatchObject({
    merged: [renewed],
    lost: [],
  });
});

test('adding or removing a document keeps what the other person changed', () => {
  expect(
    merge({
      before: [LICENSE, PERMIT],
      type: ([, permit]) => (permit ? [permit, draftPaper(INSURANCE)] : []),
      now: [LICENSE, { ...PERMIT, number: 'T-2' }],
    }),
  ).toMatchObject({ merged: [{ ...PERMIT, number: 'T-2' }, INSURANCE], lost: [] });
  expect(
    merge({ before: [LICENSE, PERMIT], type: change(1, { number: 'T-2' }), now: [PERMIT, INSURANCE] }),
  ).toMatchObject({ merged: [{ ...PERMIT, number: 'T-2' }, INSURANCE], lost: [] });
});

test('a document changed by one and removed by the other takes the saved state and is named as lost', () => {
  expect(
    merge({ before: [LICENSE, PERMIT], type: change(0, { number: 'L-2' }), now: [PERMIT] }),
  ).toMatchObject({ merged: [PERMIT], lost: ['license'] });
  expect(
    merge({
      before: [LICENSE, PERMIT],
      type: ([, permit]) => (permit ? [permit] : []),
      now: [{ ...LICENSE, number: 'L-2' }, PERMIT],
    }),
  ).toMatchObject({ merged: [{ ...LICENSE, number: 'L-2' }, PERMIT], lost: ['license'] });
});

test('a document that both add appears once, and is named as lost where the two differ', () => {
  const add = (paper: Paper) => (papers: PaperDraft[]) => [...papers, draftPaper(paper)];
  expect(merge({ before: [LICENSE], type: add(INSURANCE), now: [LICENSE, INSURANCE] })).toMatchObject({
    merged: [LICENSE, INSURANCE],
    lost: [],
  });
  expect(
    merge({ before: [LICENSE], type: add({ ...INSURANCE, number: 'I-9' }), now: [LICENSE, INSURANCE] }),
  ).toMatchObject({ merged: [LICENSE, INSURANCE], lost: ['insurance'] });
});

test('two documents of the same kind are told apart by their number', () => {
  const old = { ...LICENSE, number: 'L-0' };
  expect(
    merge({ before: [old, LICENSE], type: change(1, { expiresOn: '2031-06-30' }), now: [LICENSE] }),
  ).toMatchObject({ merged: [{ ...LICENSE, expiresOn: '2031-06-30' }], lost: [] });
});

test('an added file is a change, while a null file and a missing one are equal', () => {
  const file = {
    id: `file_${'a'.repeat(32)}`,
    name: 'l.pdf',
    mediaType: 'application/pdf',
    bytes: 9,
  } as const;
  expect(
    merge({
      before: [LICENSE, PERMIT],
      type: change(0, { file }),
      now: [
        { ...LICENSE, file: null },
        { ...PERMIT, file },
      ],
    }),
  ).toMatchObject({
    merged: [
      { ...LICENSE, file },
      { ...PERMIT, file },
    ],
    lost: [],
  });
});
