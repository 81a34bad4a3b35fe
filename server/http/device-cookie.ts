import type { Request } from 'express';
import { DAY_MS } from '#common/durations.ts';
import { env } from '../env.ts';

const isProduction = env.NODE_ENV === 'production';

/** The cookie with the browser's known-device tokens. Sent with API calls only. */
const DEVICE_COOKIE = isProduction ? '__Secure-marquee-device' : 'marquee-device';

/** How long a device stays known: half a year from its latest sign-in. */
export const DEVICE_MS = 180 * DAY_MS;

/** Enough for a household's shared browser. The account whose sign-in is longest ago is dropped first. */
const TOKENS_MAX = 5;

const SEPARATOR = '.';

/** The known-device tokens that a browser stores besides its session. */
export interface DeviceTokens {
  /** Returns the tokens that the browser sent, unverified, the latest first. */
  read(): string[];
  /** Stores these tokens in the browser. */
  keep(tokens: readonly string[]): void;
}

/** Accesses the known-device tokens of the request's browser. The cookie is httpOnly and SameSite=Strict. */
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
