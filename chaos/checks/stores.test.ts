import { expect, test } from 'vitest';
import { SCHEDULED_JOBS } from './stores.ts';

test('SCHEDULED_JOBS lists all jobs without a payload', () => {
  expect(SCHEDULED_JOBS).toEqual([
    'relay-outbox',
    'reconcile-rides',
    'reconcile-payment-events',
    'reconcile-purchases',
    'reconcile-gift-cards',
    'reconcile-applications',
    'reconcile-answers',
    'reconcile-mails',
    'remind-riders',
    'watch-rides',
    'notify-still-searching',
    'credit-late-rides',
    'watch-papers',
    'reconcile-money',
    'remove-unused-files',
    'record-broken-calls',
    'trim-audit-log',
    'reconcile-erasures',
    'remove-old-data',
    'watch-sign-ins',
  ]);
});
