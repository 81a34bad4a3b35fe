import { AppError } from '#common/errors.ts';
import { logger } from '../infra/logger.ts';

/** What somebody who waits for Stripe is told when it fails. */
export function providerFailure(cause: unknown): AppError {
  logger.error({ error: cause }, 'stripe request failed');
  return new AppError(
    'PAYMENT_PROVIDER',
    'The payment could not be started. You have not been charged. Please try again.',
    { cause },
  );
}
