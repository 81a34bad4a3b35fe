import type { Request, RequestHandler, Response } from 'express';
import type { FileBody } from '#common/endpoint.ts';
import { AppError } from '#common/errors.ts';
import { formatBytes } from '#common/files/stored-file.ts';

/** Whether a request is a file upload, whose body its handler reads. */
export const isUpload = ({ call }: Request): boolean => call?.endpoint.file !== undefined;

/** Milliseconds. A client that takes longer for 32 KB is a slow-request attack (slowloris). */
const BODY_MS = 30_000;

/**
 * Closes the connection of a request whose body is not complete half a minute after its headers. Uploads have
 * the server's request timeout (`REQUEST_MS`) only.
 */
export const createBodyDeadline =
  (ms = BODY_MS): RequestHandler =>
  (req, _res, next) => {
    const hasBody = 'content-length' in req.headers || 'transfer-encoding' in req.headers;
    if (hasBody && !isUpload(req)) {
      const timer = setTimeout(() => req.destroy(), ms);
      req.once('close', () => clearTimeout(timer));
    }
    next();
  };

/**
 * Reads the uploaded file, enforcing its maximum size while it arrives, since the Content-Length may be wrong
 * or missing. If the call is refused meanwhile, a limited amount of the rest is read and dropped, so that the
 * client can receive the error.
 *
 * @throws AppError PAYLOAD_TOO_LARGE, immediately or while reading
 * @throws AppError INVALID_REQUEST when the client disconnects
 */
export function readFileBody(req: Request, res: Response, { maxBytes }: FileBody): AsyncIterable<Uint8Array> {
  res.once('finish', () => drain(req, maxBytes));
  if (Number(req.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  return count(req, maxBytes);
}

const tooLarge = (maxBytes: number): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', `This file is too large, ${formatBytes(maxBytes)} at most.`);

async function* count(req: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    // By default, ending the iterator early destroys the request, closing the connection before the reply.
    for await (const part of req.iterator({ destroyOnReturn: false })) {
      bytes += part.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      yield part;
    }
  } catch (cause) {
    if (!req.destroyed || req.complete) throw cause;
    throw new AppError('INVALID_REQUEST', 'The file did not arrive in full. Please send it again.', {
      cause,
    });
  }
}

function drain(req: Request, maxBytes: number): void {
  if (req.complete) return;
  let bytes = 0;
  req.on('data', (part: Uint8Array) => {
    bytes += part.length;
    if (bytes > maxBytes) req.destroy();
  });
  // The client may disconnect.
  req.on('error', () => {});
  req.resume();
}
