import { expect, test } from 'vitest';
import { SCHEDULED_JOBS } from './stores.ts';

test('the scheduled jobs are those without a payload', () => {
  expect(SCHEDULED_JOBS).toEqual([
    'relay-outbox',
    'reconcile-rides',
    'reconcile-payment-events',
    'reconcile-purchases',
    'reconcile-applications',
    'reconcile-mails',
    'trim-audit-log',
  ]);
});
