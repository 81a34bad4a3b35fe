import { expect, test } from 'vitest';
import type { Entry } from './check-history.ts';
import { checkSockets } from './check-sockets.ts';

const fault = { from: 10_000, to: 16_000 };

/** Returns a page whose socket was cut at an instant, and reconnected a second later. */
const page = (name: string, cutAt: number) => {
  const record: Entry[] = [
    { kind: 'joined', at: 0 },
    { kind: 'cut', at: cutAt },
    { kind: 'joined', at: cutAt + 1_000 },
  ];
  return { name, record };
};

test('only a page that loses its socket during the fault is reported', () => {
  const pages = [page('before', 9_999), page('during', 12_000), page('after', 16_001)];

  expect(checkSockets({ pages, fault, cutOff: null })).toEqual(['during lost its socket']);
});

test('a page that was cut silently is not reported if it notices that during a fault', () => {
  const [observer, other] = [page('observer', 12_000), page('other', 12_000)];
  const cutOff = { name: 'observer', from: 4_000, to: 13_000 };

  expect(checkSockets({ pages: [observer, other], fault, cutOff })).toEqual(['other lost its socket']);
  expect(checkSockets({ pages: [observer], fault, cutOff: { ...cutOff, to: 11_000 } })).toEqual([
    'observer lost its socket',
  ]);
});
