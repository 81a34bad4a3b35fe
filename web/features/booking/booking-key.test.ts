// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

beforeEach(() => sessionStorage.clear());

/** Imports the module anew, as after a page load. */
async function loadPage() {
  vi.resetModules();
  return import('./booking-key.ts');
}

const RIDE = { pickupLocation: 'Sphere', customerPhone: '(702) 555-0142', hours: 3 };

test('the idempotency key stays the same for the same booking until it is cleared, and differs for another', async () => {
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

test('the idempotency key survives a reload until it is cleared', async () => {
  const key = (await loadPage()).idempotencyKeyOf(RIDE);

  expect((await loadPage()).idempotencyKeyOf(RIDE)).toBe(key);

  const { clearIdempotencyKey } = await loadPage();
  clearIdempotencyKey();
  expect((await loadPage()).idempotencyKeyOf(RIDE)).not.toBe(key);
});

test('the stored idempotency key contains no booking data', async () => {
  (await loadPage()).idempotencyKeyOf(RIDE);

  const kept = Object.values({ ...sessionStorage }).join();
  expect(kept).not.toBe('');
  expect(kept).not.toMatch(/Sphere|555/);
});

test.each(['nonsense', ' ', 'a b c'])('an invalid stored key %j is ignored', async (text) => {
  sessionStorage.setItem('booking-key', text);
  expect((await loadPage()).idempotencyKeyOf(RIDE)).toMatch(/^[0-9a-f]{32}$/);
});

test('without storage, the idempotency key lasts as long as the page', async () => {
  const denied = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('denied');
  });
  onTestFinished(() => denied.mockRestore());
  const { idempotencyKeyOf } = await loadPage();

  expect(idempotencyKeyOf(RIDE)).toBe(idempotencyKeyOf({ ...RIDE }));
});
