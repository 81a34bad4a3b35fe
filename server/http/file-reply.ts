import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { logger } from '../infra/logger.ts';
import { redactPath } from './request-log.ts';

/** A file returned by a handler. */
export interface FileReply {
  name: string;
  mediaType: string;
  bytes: number;
  content: AsyncIterable<Uint8Array>;
}

/** Types that browsers can display without running anything. Everything else is downloaded. */
const INLINE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png']);

/** Builds `attachment; filename="license.pdf"; filename*=UTF-8''license.pdf`. The second is for non-ASCII. */
function disposition({ name, mediaType }: FileReply): string {
  const how = INLINE_TYPES.has(mediaType) ? 'inline' : 'attachment';
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/**
 * Sends a user's file with its stored type, and headers that prevent sniffing, scripts, framing and caching.
 * If reading fails midway the connection is closed, which the client detects by the Content-Length.
 */
export async function sendFile(req: Request, res: Response, file: FileReply): Promise<void> {
  res.set({
    'Content-Type': file.mediaType,
    'Content-Length': String(file.bytes),
    'Content-Disposition': disposition(file),
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'private, no-store',
  });
  try {
    await pipeline(Readable.from(file.content), res);
  } catch (error) {
    // The client disconnected.
    if (Object(error).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    logger.error(
      { error, requestId: req.id, method: req.method, path: redactPath(req.path) },
      'request failed',
    );
    res.destroy();
  }
}
