/** A new Idempotency-Key: 128 random bits in hex. Unlike `crypto.randomUUID`, this works without HTTPS. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * Idempotency keys of one form: the same body gets the same key, so that a repeat after a lost reply cannot
 * act twice; a changed body gets a new one. Call `forget` once a reply has arrived.
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
