import { expect, test } from 'vitest';
import { composePublishedMessage } from '#server/infra/published-message.ts';
import { linesOf } from './pages.ts';

test('linesOf reads the room, event and data of each line of a published message', () => {
  const message = composePublishedMessage({
    changedAt: 1_000,
    about: ['a'.repeat(24), '3'],
    lines: ['rider:r1 ride:changed {"id":"a b"}', 'ops board:changed {"id":"a b"}'],
  });

  expect(linesOf(message).filter(({ room }) => room !== 'format')).toEqual([
    { room: 'rider:r1', event: 'ride:changed', json: '{"id":"a b"}' },
    { room: 'ops', event: 'board:changed', json: '{"id":"a b"}' },
  ]);
});
