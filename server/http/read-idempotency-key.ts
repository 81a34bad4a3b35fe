import type { Request } from 'express';
import { AppError } from '#common/errors.ts';

const IDEMPOTENCY_KEY = /^[\w-]{8,128}$/;

/** What a request says in its Idempotency-Key header, null when it has none. Throws INVALID_REQUEST for one that is no key. */
export function readIdempotencyKey(req: Request): string | null {
  const key = req.get('idempotency-key');
  if (!key) return null;
  if (IDEMPOTENCY_KEY.test(key)) return key;
  throw new AppError(
    'INVALID_REQUEST',
    'Idempotency-Key takes 8 to 128 letters, digits, dashes and underscores.',
  );
}
