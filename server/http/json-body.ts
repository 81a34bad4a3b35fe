import express, { type Request, type RequestHandler } from 'express';
import { AppError } from '#common/errors.ts';
import { isDeviceCall } from './device-calls.ts';
import { isUpload } from './file-body.ts';

/** The maximum body size, except for Stripe's webhook and uploads. */
const MAX_BODY = '32kb';

/**
 * Control characters (except tab and line breaks), zero-width characters and bidirectional overrides. Joiners
 * are kept, because some scripts and emoji need them.
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

const withoutInvisible = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(INVISIBLE, '') : value;

/** Refuses a non-empty body of another type. @throws AppError UNSUPPORTED_MEDIA_TYPE */
function requireJson(req: Request): void {
  const isEmpty = req.get('content-length') === '0';
  if (!isEmpty && req.is('application/json') === false) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.');
  }
}

const readJson = express.json({ limit: MAX_BODY, reviver: withoutInvisible });

/**
 * Parses a JSON body of up to 32 KB and removes invisible characters. Uploads are left to their handlers.
 * Device calls may send other types, which are not parsed.
 *
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for any other type; an HTML form of another site cannot send JSON
 * @throws AppError PAYLOAD_TOO_LARGE
 * @throws AppError INVALID_REQUEST for malformed JSON
 */
export const jsonBody: RequestHandler = (req, res, next) => {
  if (isUpload(req)) return next();
  if (!isDeviceCall(req)) requireJson(req);
  readJson(req, res, next);
};
