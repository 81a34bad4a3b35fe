import { readStored, removeStored, writeStored } from '#web/lib/browser-storage.ts';
import { randomKey } from '#web/lib/idempotency-keys.ts';

const KEY = 'booking-key';
const MEMORY = 'sessionStorage';

/** Digest and idempotency key of the last booking sent, until it is booked or conflicts (`send-form.ts`). */
let sent = readSent();

/**
 * Reads the stored key. Only a digest is stored with it, since anyone with access to the tab can read its
 * storage.
 */
function readSent(): { digest: string; key: string } | null {
  const [, digest, key] = /^([0-9a-z]+) ([0-9a-f]{32})$/.exec(readStored(KEY, MEMORY) ?? '') ?? [];
  return digest && key ? { digest, key } : null;
}

/**
 * Returns the Idempotency-Key of a booking in this tab. Until it is cleared, the same booking gets the same
 * key, also after leaving the form or reloading the page, so that it creates only one ride.
 */
export function idempotencyKeyOf(booking: object): string {
  const digest = digestOf(JSON.stringify(booking));
  if (sent?.digest !== digest) {
    sent = { digest, key: randomKey() };
    writeStored(KEY, `${digest} ${sent.key}`, MEMORY);
  }
  return sent.key;
}

/** Forgets the key, once the last booking sent is booked or a conflict says that it will not be. */
export function clearIdempotencyKey(): void {
  sent = null;
  removeStored(KEY, MEMORY);
}

/**
 * Hashes a text without crypto.subtle, which browsers offer only over HTTPS. If two bookings collide, the
 * server refuses the key for the second.
 */
function digestOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b);
  }
  return [one, other].map((part) => (part >>> 0).toString(36)).join('');
}
