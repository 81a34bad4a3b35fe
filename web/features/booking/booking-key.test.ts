// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

beforeEach(() => sessionStorage.clear());

/** Imports the module anew, as after a page load. */
async function loadPage() {
  vi.resetModules();
  return import('./booking-key.ts');
}

const RIDE = { pickupLocation: 'Sphere', customerPhone: '(702) 555-0142', hours: 3 };

test('the same booking has the same key until it was answered, another has another', async () => {
  const { keyOf, forgetKey } = await loadPage();
  const key = keyOf(RIDE);

  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(keyOf({ ...RIDE })).toBe(key);
  expect(keyOf({ ...RIDE, hours: 4 })).not.toBe(key);
  const again = keyOf(RIDE);
  expect(again).not.toBe(key);
  forgetKey();
  expect(keyOf(RIDE)).not.toBe(again);
});

test('so it is after a reload', async () => {
  const key = (await loadPage()).keyOf(RIDE);

  expect((await loadPage()).keyOf(RIDE)).toBe(key);

  const { forgetKey } = await loadPage();
  forgetKey();
  expect((await loadPage()).keyOf(RIDE)).not.toBe(key);
});

test('nothing of the booking is kept with its key', async () => {
  (await loadPage()).keyOf(RIDE);

  const kept = Object.values({ ...sessionStorage }).join();
  expect(kept).not.toBe('');
  expect(kept).not.toMatch(/Sphere|555/);
});

test.each(['nonsense', ' ', 'a b c'])('a stored %j is passed over', async (text) => {
  sessionStorage.setItem('booking-key', text);
  expect((await loadPage()).keyOf(RIDE)).toMatch(/^[0-9a-f]{32}$/);
});

test('where storage is switched off a key lasts as long as the page', async () => {
  const denied = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('denied');
  });
  onTestFinished(() => denied.mockRestore());
  const { keyOf } = await loadPage();

  expect(keyOf(RIDE)).toBe(keyOf({ ...RIDE }));
});
