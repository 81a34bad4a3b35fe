import { ApiError } from '#web/lib/api-error.ts';
import { messageOf, NO_ANSWER_RETRY } from '#web/lib/message-of.ts';
import { toast } from './toast.ts';

/**
 * Shows a failure toast with the server's reason, else the `fallback`. When no reply arrived, the action may
 * have succeeded, so the title is "No answer" instead.
 */
export function toastFailure(title: string, error: unknown, fallback: string = NO_ANSWER_RETRY): void {
  toast.error(isUnsure(error) ? 'No answer' : title, messageOf(error, fallback));
}

const isUnsure = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NO_ANSWER' || error.code === 'TIMED_OUT');
