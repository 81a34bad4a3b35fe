import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { logger } from '../infra/logger.ts';
import { redactPath } from './request-log.ts';

/** A file as a handler answers it. */
export interface FileReply {
  name: string;
  mediaType: string;
  bytes: number;
  content: AsyncIterable<Uint8Array>;
}

/** What browsers show without running anything. Everything else is downloaded. */
const SHOWN: ReadonlySet<string> = new Set(['image/jpeg', 'image/png']);

/** `attachment; filename="license.pdf"; filename*=UTF-8''license.pdf`: the second for all but ASCII. */
function disposition({ name, mediaType }: FileReply): string {
  const how = SHOWN.has(mediaType) ? 'inline' : 'attachment';
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/**
 * Answers a file somebody sent us: of the type its content has, never taken for another, run, framed or kept. One
 * that breaks off is cut off, which its reader notices by the length.
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
    // Its reader went away.
    if (Object(error).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    logger.error(
      { error, requestId: req.id, method: req.method, path: redactPath(req.path) },
      'request failed',
    );
    res.destroy();
  }
}
