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
  const { idempotencyKeyOf, clearIdempotencyKey } = await loadPage();
  const key = idempotencyKeyOf(RIDE);

  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(idempotencyKeyOf({ ...RIDE })).toBe(key);
  expect(idempotencyKeyOf({ ...RIDE, hours: 4 })).not.toBe(key);
  const again = idempotencyKeyOf(RIDE);
  expect(again).not.toBe(key);
  clearIdempotencyKey();
  expect(idempotencyKeyOf(RIDE)).not.toBe(again);
});

test('so it is after a reload', async () => {
  const key = (await loadPage()).idempotencyKeyOf(RIDE);

  expect((await loadPage()).idempotencyKeyOf(RIDE)).toBe(key);

  const { clearIdempotencyKey } = await loadPage();
  clearIdempotencyKey();
  expect((await loadPage()).idempotencyKeyOf(RIDE)).not.toBe(key);
});

test('nothing of the booking is kept with its key', async () => {
  (await loadPage()).idempotencyKeyOf(RIDE);

  const kept = Object.values({ ...sessionStorage }).join();
  expect(kept).not.toBe('');
  expect(kept).not.toMatch(/Sphere|555/);
});

test.each(['nonsense', ' ', 'a b c'])('a stored %j is passed over', async (text) => {
  sessionStorage.setItem('booking-key', text);
  expect((await loadPage()).idempotencyKeyOf(RIDE)).toMatch(/^[0-9a-f]{32}$/);
});

test('where storage is switched off a key lasts as long as the page', async () => {
  const denied = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('denied');
  });
  onTestFinished(() => denied.mockRestore());
  const { idempotencyKeyOf } = await loadPage();

  expect(idempotencyKeyOf(RIDE)).toBe(idempotencyKeyOf({ ...RIDE }));
});
