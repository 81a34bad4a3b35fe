import { isIP } from 'node:net';
import type { Request } from 'express';
import { AppError } from '#common/errors.ts';
import { env } from '../env.ts';

/** The WebAuthn relying party id, and the origin of the requesting page. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * Returns the relying party for the requesting page: the host of its Origin header, which `originCheck` has
 * verified. Never a value from the request body.
 *
 * @throws AppError PASSKEYS_UNAVAILABLE at a bare IP address, where browsers do not support passkeys
 */
export function relyingPartyOf(req: Request): RelyingParty {
  const { origin, hostname } = new URL(req.get('origin') ?? env.PUBLIC_URL);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) {
    throw new AppError(
      'PASSKEYS_UNAVAILABLE',
      'Passkeys work at a name such as localhost, not at an IP address.',
    );
  }
  return { id: hostname, origin };
}
