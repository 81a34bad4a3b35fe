import { expect, test } from 'vitest';
import { parseEvent, RIDE_EVENTS } from './ride-events.ts';

const removed = { id: 'f'.repeat(24), version: 3, reason: 'accepted' } as const;

test('parseEvent returns a valid payload unchanged', () => {
  expect(parseEvent('offer:removed', [removed])).toEqual([removed]);
  expect(parseEvent('offer:added', [])).toEqual([]);
  expect(parseEvent('resync', undefined)).toBeUndefined();
});

test.each([
  ['a key that no schema lists', [{ ...removed, customerName: 'Robin' }], 'offer:removed.0.customerName'],
  ['a reason nobody knows', [{ ...removed, reason: 'bored' }], 'reason'],
  ['an item instead of a list', removed, 'array'],
])('parseEvent refuses %s', (_what, payload, says) => {
  expect(() => parseEvent('offer:removed', payload)).toThrow(says);
});

test('parseEvent refuses an unknown event, and a payload for an event that has none', () => {
  expect(() => parseEvent('ride:teleported' as 'resync', undefined)).toThrow('ride:teleported');
  expect(() => parseEvent('resync', [])).toThrow('resync has no payload');
});

test('every event has a summary, and only server events have rooms', () => {
  for (const [name, event] of Object.entries(RIDE_EVENTS)) {
    expect(event.summary, name).toMatch(/\.$/);
    if ('rooms' in event) expect(event.from, name).toBe('server');
  }
});
