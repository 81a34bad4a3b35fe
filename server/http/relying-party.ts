import { isIP } from 'node:net';
import type { Request } from 'express';
import { AppError } from '#common/errors.ts';
import { env } from '../env.ts';

/** Who passkeys are made for, and the origin of the page that asks for one. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * Who passkeys of the page that asks are made for: the host of its origin, which `originCheck` holds to PUBLIC_URL, outside production
 * also to the address asked at. Never what the page says of itself.
 *
 * @throws PASSKEYS_UNAVAILABLE at a bare address, for which browsers make none
 */
export function relyingPartyOf(req: Request): RelyingParty {
  const { origin, hostname } = new URL(req.get('origin') ?? env.PUBLIC_URL);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) {
    throw new AppError(
      'PASSKEYS_UNAVAILABLE',
      'Passkeys work at a name, such as localhost, and not at a bare address.',
    );
  }
  return { id: hostname, origin };
}
