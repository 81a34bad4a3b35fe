import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { runForRequest } from './request-context.ts';

function logged(...entry: [context: object, message: string]): Record<string, unknown> {
  const lines: string[] = [];
  createLogger({ write: (line) => lines.push(line) }).fatal(...entry);
  return JSON.parse(lines.join(''));
}

test('secrets are hidden, at the top and one level down', () => {
  const line = logged(
    { password: 'p', body: { clientSecret: 's', name: 'Nia' }, headers: { cookie: 'c' } },
    'x',
  );

  expect(line).toMatchObject({
    password: '[hidden]',
    body: { clientSecret: '[hidden]', name: 'Nia' },
    headers: { cookie: '[hidden]' },
  });
});

test('a log line carries the id of its request, and none outside of a request', () => {
  expect(runForRequest('a-click', () => logged({ rideId: 'r' }, 'x'))).toMatchObject({
    requestId: 'a-click',
  });
  expect(logged({ rideId: 'r' }, 'x')).not.toHaveProperty('requestId');
});

test('an error is logged with its causes, but without library properties or client secrets', () => {
  const cause = Object.assign(new TypeError('no pi_12_secret_Ab9 here'), {
    raw: { card: '4242424242424242' },
  });
  const line = logged({ error: new Error('paying failed', { cause }) }, 'x');

  expect(line.error).toMatchObject({
    type: 'Error',
    message: 'paying failed',
    stack: expect.stringContaining('logger.test.ts'),
    cause: { type: 'TypeError', message: 'no pi_12_secret_[hidden] here' },
  });
  expect(JSON.stringify(line)).not.toMatch(/Ab9|4242/);
});
