import { AppError } from '#common/errors.ts';
import { isUnavailable } from '#server/infra/is-unavailable.ts';
import { NothingToDo } from './performance.ts';

export const describeError = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Whether an error is a refusal by the product or the provider, or the effect of an unavailable Redis. */
export const isExpected = (error: unknown): boolean =>
  error instanceof AppError ||
  error instanceof NothingToDo ||
  isUnavailable(error) ||
  (error instanceof Error && /^Stripe(Card|InvalidRequest)Error$/.test(Object(error).type));
