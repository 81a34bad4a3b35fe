import { expect, test } from 'vitest';
import { changeDraft } from './change-draft.ts';
import { buildDraft } from './testing/build-draft.ts';

test('a change keeps everything it does not name', () => {
  const draft = buildDraft();
  expect(changeDraft(draft, { hours: '2.5' })).toEqual({ ...draft, hours: '2.5' });
});

test('a colour is kept as long as the vehicle comes in it', () => {
  const pinkHummer = buildDraft({ vehicleId: 'hummer-18', preferredColor: 'pink' });
  expect(changeDraft(pinkHummer, { vehicleId: 'partybus-16' }).preferredColor).toBe('pink');
});

test('a colour the new vehicle does not come in gives way to its first', () => {
  const greenHummer = buildDraft({ vehicleId: 'hummer-18', preferredColor: 'green' });
  expect(changeDraft(greenHummer, { vehicleId: 'lux-suv' }).preferredColor).toBe('black');
});
