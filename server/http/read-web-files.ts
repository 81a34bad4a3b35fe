import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ORIGIN_PLACEHOLDER } from '#common/pages.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = /^text\/|javascript|json|xml/;
const WORTH_COMPRESSING_BYTES = 1_024;

type Encoding = 'br' | 'gzip';

/** A built file, held in memory. */
export interface WebFile {
  type: string;
  body: Buffer;
  /** A weak tag, the same for every encoding. */
  etag: string;
  /** The encodings to offer, best first. */
  encodings: readonly Encoding[];
  /** Returns the encoded body. Compressed once and cached. */
  encoded(encoding: Encoding): Promise<Buffer>;
}

/**
 * Level 9 would make the site half a percent smaller but take a hundred times as long, which delays a new
 * node's first visitors.
 */
const BROTLI_QUALITY = 6;

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body) => promisify<Buffer, Buffer>(gzip)(body),
};

/** Fills in the site's origin, which is not known at build time. */
function readBody(path: string, origin: string): Buffer {
  const body = readFileSync(path);
  if (extname(path) !== '.html') return body;
  return Buffer.from(body.toString().replaceAll(ORIGIN_PLACEHOLDER, origin));
}

function toWebFile(path: string, origin: string): WebFile {
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const body = readBody(path, origin);
  const isWorthCompressing = COMPRESSIBLE.test(type) && body.length >= WORTH_COMPRESSING_BYTES;
  const done = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    body,
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    encodings: isWorthCompressing ? ['br', 'gzip'] : [],
    encoded(encoding) {
      const known = done.get(encoding) ?? compress[encoding](body);
      done.set(encoding, known);
      return known;
    },
  };
}

/**
 * Reads the built site into memory (a couple of megabytes), keyed by URL path (`/index.html`, `/assets/…`),
 * with `origin` filled into its pages. Empty when it is not built.
 */
export function readWebFiles(directory: string, origin: string): ReadonlyMap<string, WebFile> {
  if (!existsSync(directory)) return new Map();
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    paths.map((path) => [`/${relative(directory, path).split(sep).join('/')}`, toWebFile(path, origin)]),
  );
}
