import { expect, onTestFinished, test, vi } from 'vitest';
import { logger } from '../infra/logger.ts';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';

setUpTestApp();

/** Sends reports as a browser does: without a session, from any page. */
const report = (body: unknown, type = 'application/reports+json') =>
  fetch(`${testAppUrl()}/api/csp-reports`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const violation = (blockedURL = 'https://evil.example/steal.js?card=4242') => ({
  type: 'csp-violation',
  url: 'https://marquee.example/checkout',
  body: {
    documentURL: 'https://marquee.example/checkout?clientSecret=pi_1_secret_2',
    blockedURL,
    effectiveDirective: 'script-src-elem',
    sourceFile: 'https://marquee.example/trip/a-secret-token',
    lineNumber: 7,
  },
});

test('content security policy violations are logged without the secrets in page addresses', async () => {
  const logged = vi.spyOn(logger, 'warn');
  const old = {
    'csp-report': {
      'document-uri': 'https://marquee.example/book?a=b',
      'blocked-uri': 'inline',
      'violated-directive': 'script-src',
    },
  };

  const replies = [await report([violation()]), await report(old, 'application/csp-report')];

  expect(replies.map(({ status }) => status)).toEqual([204, 204]);
  expect(logged.mock.calls).toMatchObject([
    [
      {
        directive: 'script-src-elem',
        page: '/checkout',
        blocked: 'https://evil.example',
        source: '/trip/…',
        line: 7,
      },
      'content security policy violated',
    ],
    [{ directive: 'script-src', page: '/book', blocked: 'inline' }, 'content security policy violated'],
  ]);
  expect(JSON.stringify(logged.mock.calls)).not.toMatch(/secret|4242/);
});

test('invalid content security policy reports are not logged, and oversized ones are refused', async () => {
  const logged = vi.spyOn(logger, 'warn');

  const replies = [
    await report({ type: 'deprecation', body: {} }),
    await report([1, null]),
    await report('{'),
  ];
  const large = await report([violation('x'.repeat(40_000))]);

  expect(replies.map(({ status }) => status)).toEqual([204, 204, 400]);
  expect(large.status).toBe(413);
  expect(logged).not.toHaveBeenCalled();
});

test('a flood of content security policy reports logs at most twenty lines per minute', async () => {
  const minute = vi.spyOn(performance, 'now').mockReturnValue(1e12);
  onTestFinished(() => minute.mockRestore());
  const logged = vi.spyOn(logger, 'warn');

  for (let n = 0; n < 5; n += 1) await report(Array.from({ length: 10 }, () => violation()));

  expect(logged).toHaveBeenCalledTimes(20);
  expect((await report([violation()])).status).toBe(204);
});

test('pages carry the headers that tell browsers where to report policy violations', async () => {
  const { headers } = await fetch(`${testAppUrl()}/about`);

  expect(headers.get('reporting-endpoints')).toBe('csp="/api/csp-reports"');
  expect(headers.get('content-security-policy')).toContain('report-uri /api/csp-reports;report-to csp');
});
