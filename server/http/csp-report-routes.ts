import express, { Router } from 'express';
import * as z from 'zod/mini';
import { logger } from '../infra/logger.ts';
import { redactPath } from './request-log.ts';

/** Path to which browsers report violations of a page's Content-Security-Policy. */
export const CSP_REPORTS_PATH = '/api/csp-reports';

/** A report is about a kilobyte; browsers send several of one page together. */
const MAX_BODY = '32kb';

/** Log lines per minute and node; anybody can send reports. */
const MAX_LOGGED = 20;
const WINDOW_MS = 60_000;

const text = z.optional(z.string());

/** A report in the format of `report-to` (Reporting API), or the older one of `report-uri`. */
const reportSchema = z.union([
  z.object({
    type: z.literal('csp-violation'),
    body: z.object({
      documentURL: text,
      blockedURL: text,
      effectiveDirective: z.string(),
      sourceFile: text,
      lineNumber: z.optional(z.nullable(z.number())),
    }),
  }),
  z.object({
    'csp-report': z.object({
      'document-uri': text,
      'blocked-uri': text,
      'effective-directive': text,
      'violated-directive': z.string(),
      'source-file': text,
      'line-number': z.optional(z.nullable(z.number())),
    }),
  }),
]);

interface Violation {
  directive: string;
  /** Path of the page, redacted for logging. */
  page: string;
  /** Origin of the blocked resource, or `inline`, `eval` and the like. */
  blocked: string;
  source: string;
  line: number | null;
}

/**
 * Logs violations of the pages' policy: an injected script, or a script of ours that the policy misses. Logs
 * at most 20 a minute and node, each a few hundred characters. Every report is answered 204, so that senders
 * learn nothing.
 */
export function createCspReportRoutes(): Router {
  const routes = Router();
  const mayLog = countPerWindow();
  const readJson = express.json({
    type: ['application/csp-report', 'application/reports+json', 'application/json'],
    limit: MAX_BODY,
  });
  routes.post(CSP_REPORTS_PATH, readJson, (req, res) => {
    const reports: unknown[] = Array.isArray(req.body) ? req.body : [req.body];
    for (const violation of reports.flatMap(readViolation)) {
      if (!mayLog()) break;
      logger.warn({ ...violation, address: req.ip }, 'content security policy violated');
    }
    res.status(204).end();
  });
  return routes;
}

/** Returns a function that is true for the first 20 calls of each minute. */
function countPerWindow(): () => boolean {
  let count = 0;
  let endsAt = 0;
  return () => {
    const now = performance.now();
    if (now >= endsAt) {
      count = 0;
      endsAt = now + WINDOW_MS;
    }
    count += 1;
    return count <= MAX_LOGGED;
  };
}

function readViolation(report: unknown): Violation[] {
  const { data } = reportSchema.safeParse(report);
  if (!data) return [];
  if ('body' in data) {
    const { effectiveDirective, documentURL, blockedURL, sourceFile, lineNumber } = data.body;
    return [violationOf(effectiveDirective, documentURL, blockedURL, sourceFile, lineNumber)];
  }
  const old = data['csp-report'];
  const directive = old['effective-directive'] ?? old['violated-directive'];
  return [
    violationOf(directive, old['document-uri'], old['blocked-uri'], old['source-file'], old['line-number']),
  ];
}

function violationOf(
  directive: string,
  page: string | undefined,
  blocked: string | undefined,
  ...[source, line]: [string | undefined, number | null | undefined]
): Violation {
  return {
    directive: directive.slice(0, 100),
    page: pathOf(page),
    blocked: originOf(blocked),
    source: pathOf(source),
    line: line ?? null,
  };
}

/** Returns the path without the query, which may contain secrets. */
const pathOf = (address = ''): string =>
  URL.canParse(address) ? redactPath(new URL(address).pathname).slice(0, 200) : '';

/** Returns the origin; `inline` and `eval` are not URLs and stay as they are. */
const originOf = (address = ''): string =>
  (URL.canParse(address) ? `${new URL(address).protocol}//${new URL(address).host}` : address).slice(0, 200);
