import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { CSP_REPORTS_PATH } from './csp-report-routes.ts';

const DEFAULT_HEADERS: readonly [name: string, value: string][] = Object.entries({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  ...(env.NODE_ENV === 'production' && {
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  }),
});

/**
 * Headers of every reply, unless a route sets others, as pages do: not cached, not sniffed, not framed. Browsers set their clocks by the
 * date.
 */
export const defaultHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('Date', databaseClock.now().toUTCString());
  for (const [name, value] of DEFAULT_HEADERS) res.setHeader(name, value);
  next();
};

/** Inline scripts; data blocks (`type="application/…"`) are not run and need no permission. */
const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)(?![^>]*\btype="application\/)[^>]*>([\s\S]*?)<\/script>/g;

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const inlineScripts = (html: string) => [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script);

/** `https://{s}.tile.example/{z}/{x}/{y}.png` → `https://*.tile.example`. */
const tileOrigin = new URL(env.MAP_TILE_URL.replace('{s}', '*')).origin.replace('%2A', '*');

/** Besides Stripe's own addresses, the simulator's. */
const simulator = env.STRIPE_SIMULATOR_URL ? [new URL(env.STRIPE_SIMULATOR_URL).origin] : [];

const ownSocket = new URL(env.PUBLIC_URL).origin.replace(/^http/, 'ws');

/**
 * Headers of the pages. Scripts, frames and calls are ours and Stripe's, images ours and the map's; an inline
 * script runs only if it is one of those built into `pages`, by its hash. The referrer is the origin alone, which map servers
 * ask for: an address may carry a secret, and what a browser preloads names it before any script can take it out.
 */
export function createPageHeaders(pages: readonly string[]): RequestHandler[] {
  const hashes = new Set(pages.flatMap(inlineScripts).map(hashOf));
  const isProduction = env.NODE_ENV === 'production';

  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", 'https://js.stripe.com', ...simulator, ...hashes],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        // Radix locks scrolling behind a dialog, and Sonner dresses its toasts, by style elements written as
        // they run.
        styleSrcElem: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', tileOrigin],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ownSocket, 'https://api.stripe.com', ...simulator],
        workerSrc: ["'self'"],
        frameSrc: [
          'https://js.stripe.com',
          'https://*.js.stripe.com',
          'https://hooks.stripe.com',
          ...simulator,
        ],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isProduction && { upgradeInsecureRequests: [] }),
        // Firefox and Safari know only the first.
        reportUri: [CSP_REPORTS_PATH],
        reportTo: ['csp'],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin' },
    strictTransportSecurity: isProduction,
    xFrameOptions: { action: 'deny' },
  });
  const others: RequestHandler = (_req, res, next) => {
    res.set({
      'Permissions-Policy':
        'camera=(), microphone=(), geolocation=(self), payment=(self "https://js.stripe.com")',
      'Reporting-Endpoints': `csp="${CSP_REPORTS_PATH}"`,
    });
    next();
  };
  return [headers, others];
}
