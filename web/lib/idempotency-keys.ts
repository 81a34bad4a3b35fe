/** 128 random bits in hex. Unlike `crypto.randomUUID`, this is there without HTTPS as well. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * Idempotency keys for one form: the same content sent again gets the same key, so that a repeat after a lost reply cannot
 * act twice; changed content gets a new one. `forget` ends an attempt whose answer arrived.
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
