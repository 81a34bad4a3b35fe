/** Returns a new Idempotency-Key: 128 random bits in hex. Unlike `crypto.randomUUID`, works without HTTPS. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * Creates the idempotency keys of one form. The same body gets the same key, so that a retry after a lost
 * reply has no second effect; a changed body gets a new key. Call `forget` once a reply has arrived.
 */
export function idempotencyKeys() {
  let last: { content: string; key: string } | null = null;
  return {
    keyFor(body: unknown): string {
      const content = JSON.stringify(body);
      if (last?.content !== content) last = { content, key: randomKey() };
      return last.key;
    },
    forget() {
      last = null;
    },
  };
}
