import { Secret, TOTP } from 'otpauth';

/** The code that an app with this secret (base32) shows now, or half minutes later. */
export const codeOf = (secret: string, later = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 });
