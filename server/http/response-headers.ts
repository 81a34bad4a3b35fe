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
 * Default headers of every response: not cached, not sniffed, not framed. Routes may override them, as pages
 * do. `Date` is the database's time, which browsers use to correct their clocks.
 */
export const defaultHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('Date', databaseClock.now().toUTCString());
  for (const [name, value] of DEFAULT_HEADERS) res.setHeader(name, value);
  next();
};

/** Matches inline scripts. Data blocks (`type="application/…"`) are not executed and need no permission. */
const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)(?![^>]*\btype="application\/)[^>]*>([\s\S]*?)<\/script>/g;

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const inlineScripts = (html: string) => [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script);

/** `https://{s}.tile.example/{z}/{x}/{y}.png` → `https://*.tile.example`. */
const tileOrigin = new URL(env.MAP_TILE_URL.replace('{s}', '*')).origin.replace('%2A', '*');

/** The Stripe simulator's origin, if one is used. */
const simulator = env.STRIPE_SIMULATOR_URL ? [new URL(env.STRIPE_SIMULATOR_URL).origin] : [];

const ownSocket = new URL(env.PUBLIC_URL).origin.replace(/^http/, 'ws');

/**
 * Creates the security headers of the pages. Scripts, frames and connections are limited to us and Stripe,
 * images to us and the map server. Inline scripts run only if built into `pages`, by their hash. The referrer
 * is the origin alone: map servers require it, and a URL may contain a secret that preload requests would
 * send before any script could remove it.
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
        // Radix (scroll lock of dialogs) and Sonner (toasts) add style elements at runtime.
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
        // Firefox and Safari support only `reportUri`.
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
