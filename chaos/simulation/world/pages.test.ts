import { expect, test } from 'vitest';
import { composeAnnouncement } from '#server/infra/announcement.ts';
import { linesOf } from './pages.ts';

test('the lines of an announcement are read, with the one that tells its format', () => {
  const message = composeAnnouncement({
    changedAt: 1_000,
    about: ['a'.repeat(24), '3'],
    lines: ['rider:r1 ride:changed {"id":"a b"}', 'ops board:changed {"id":"a b"}'],
  });

  expect(linesOf(message).filter(({ room }) => room !== 'format')).toEqual([
    { room: 'rider:r1', event: 'ride:changed', json: '{"id":"a b"}' },
    { room: 'ops', event: 'board:changed', json: '{"id":"a b"}' },
  ]);
});
