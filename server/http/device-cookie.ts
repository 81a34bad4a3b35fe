import type { Request } from 'express';
import { env } from '../env.ts';

const isProduction = env.NODE_ENV === 'production';

/** Names the accounts that signed in in a browser; it is sent with calls alone. */
const DEVICE_COOKIE = isProduction ? '__Secure-marquee-device' : 'marquee-device';

/** Half a year; it begins anew with every sign-in. */
export const DEVICE_MS = 180 * 86_400_000;

/** A household's browser; who has not signed in there for longest goes first. */
const TOKENS_MAX = 5;

const SEPARATOR = '.';

/** What a browser keeps of the accounts that have signed in there, beyond its session. */
export interface DeviceTokens {
  /** The tokens it sent, not proven yet; the latest first. */
  read(): string[];
  /** Has it keep these. */
  keep(tokens: readonly string[]): void;
}

/** The tokens of the browser that makes this request. Scripts cannot read them, and other sites cannot have them sent. */
export const deviceTokensOf = (req: Request): DeviceTokens => ({
  read() {
    const sent = new RegExp(`(?:^|;\\s*)${DEVICE_COOKIE}=([\\w.-]*)`).exec(req.headers.cookie ?? '')?.[1];
    return sent ? sent.split(SEPARATOR).slice(0, TOKENS_MAX) : [];
  },
  keep(tokens) {
    req.res?.cookie(DEVICE_COOKIE, tokens.slice(0, TOKENS_MAX).join(SEPARATOR), {
      httpOnly: true,
      sameSite: 'strict',
      secure: isProduction,
      path: '/api',
      maxAge: DEVICE_MS,
    });
  },
});
