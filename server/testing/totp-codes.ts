import { Secret, TOTP } from 'otpauth';

/**
 * Returns the code that an authenticator app with this secret (base32) shows now, or `later` half minutes
 * later.
 */
export const codeOf = (secret: string, later = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 });
