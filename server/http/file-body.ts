import type { Request, RequestHandler, Response } from 'express';
import type { FileBody } from '#common/endpoint.ts';
import { AppError } from '#common/errors.ts';
import { formatBytes } from '#common/files/stored-file.ts';

/** Whether a request brings a file, which its call reads itself. */
export const isUpload = ({ call }: Request): boolean => call?.endpoint.file !== undefined;

/** In milliseconds: a client that sends 32 KB for longer is a slow-request attack (slowloris). */
const BODY_MS = 30_000;

/**
 * Cuts off a request whose body is not there half a minute after its headers. A file may take as long as the server
 * waits for any request (`REQUEST_MS`).
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
 * The file that a request brings, counted as it comes: what its headers say of its size may be wrong or missing.
 * Where the request is refused meanwhile, so much more of it is read and dropped that its sender gets to read why.
 *
 * @throws PAYLOAD_TOO_LARGE, at once or while it is read; INVALID_REQUEST where its sender went away
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
    // Destroying the request, as iterators do when they end early, would close the connection before the reply.
    for await (const part of req.iterator({ destroyOnReturn: false })) {
      bytes += part.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      yield part;
    }
  } catch (cause) {
    if (!req.destroyed || req.complete) throw cause;
    throw new AppError('INVALID_REQUEST', 'The file did not arrive whole. Please send it again.', { cause });
  }
}

function drain(req: Request, maxBytes: number): void {
  if (req.complete) return;
  let bytes = 0;
  req.on('data', (part: Uint8Array) => {
    bytes += part.length;
    if (bytes > maxBytes) req.destroy();
  });
  // Its sender may go away.
  req.on('error', () => {});
  req.resume();
}
