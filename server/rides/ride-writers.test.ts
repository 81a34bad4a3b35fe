import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The files that write rides by the model, and what. What a view shows changes only through `transitionRide`.
 * Migrations (`server/schema/steps.ts`) write without the model.
 */
const WRITERS = {
  'server/rides/transition-ride.ts': 'every change of what a view shows',
  'server/rides/booking/write-order.ts': 'new rides; removes the return ride of a repeated booking',
  'server/rides/events/publish-ride.ts': 'the outbox mark',
  'server/rides/booking/open-order-payment.ts': 'the payment id',
  'server/rides/charges/confirm-charge.ts': 'the payment id of an expired ride that was paid by its link',
  'server/rides/payment/expire-unpaid-ride.ts': 'the end of an undecided payment',
  'server/rides/booking/ride-holds.ts': 'that the holds are released',
  'server/rides/payment/refund-ride.ts': 'the end of an owed refund of nothing',
  'server/rides/payment/ride-payer.ts': 'which alerts about its payment operations got',
  'server/rides/after/report-rating.ts': 'that the rating was reported',
  'server/rides/dispatch/start-pin.ts': 'tries of the PIN',
  'server/rides/seed-city-rides.ts': 'rides of the example city and their refunds',
};

const WRITE = /\bRideModel\s*\.\s*(collection\s*\.\s*)?(update|insert|delete|replace|create|bulk|find\w+And)/;

test('rides are written only by the files listed here', () => {
  const writers = ['server', 'workers'].flatMap((root) =>
    readdirSync(join(ROOT, root), { recursive: true, encoding: 'utf8' })
      .map((path) => `${root}/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(path))
      .filter((path) => WRITE.test(readFileSync(join(ROOT, path), 'utf8'))),
  );

  expect(writers.toSorted()).toEqual(Object.keys(WRITERS).toSorted());
});
