import { forgetStored, readStored, writeStored } from '#web/lib/browser-storage.ts';
import { randomKey } from '#web/lib/idempotency-keys.ts';

const KEY = 'booking-key';
const MEMORY = 'sessionStorage';

/** The booking that was sent last and has no answer yet: a digest of it, and its key. */
let sent = readSent();

/** The storage is the tab's own, and anybody's who opens its tools: a digest tells nothing of who rides where. */
function readSent(): { digest: string; key: string } | null {
  const [, digest, key] = /^([0-9a-z]+) ([0-9a-f]{32})$/.exec(readStored(KEY, MEMORY) ?? '') ?? [];
  return digest && key ? { digest, key } : null;
}

/**
 * The Idempotency-Key of a booking of this tab. The same booking has the same one until it has been answered, on whichever visit to the form
 * it is sent again, and after a reload: it is one ride.
 */
export function keyOf(booking: object): string {
  const digest = digestOf(JSON.stringify(booking));
  if (sent?.digest !== digest) {
    sent = { digest, key: randomKey() };
    writeStored(KEY, `${digest} ${sent.key}`, MEMORY);
  }
  return sent.key;
}

/** The booking that was sent last has been answered. */
export function forgetKey(): void {
  sent = null;
  forgetStored(KEY, MEMORY);
}

/** Without HTTPS browsers have no SHA. Should two bookings ever have one digest, the server refuses the key for the second. */
function digestOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b);
  }
  return [one, other].map((part) => (part >>> 0).toString(36)).join('');
}
