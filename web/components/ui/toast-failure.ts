import { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { toast } from './toast.ts';

/**
 * Says that something was not done, with the server's reason or else the `fallback`. Where nobody can tell whether it was done, because
 * the answer did not come, the title does not claim that it was not.
 */
export function toastFailure(title: string, error: unknown, fallback: string): void {
  toast.error(isUnsure(error) ? 'No answer' : title, messageOf(error, fallback));
}

const isUnsure = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NO_ANSWER' || error.code === 'TIMED_OUT');
