import { ApiError } from '#web/lib/api-error.ts';
import { messageOf, NO_ANSWER_RETRY } from '#web/lib/message-of.ts';
import { showToast, type ToastContent } from './toast.ts';

/** Shows a failure toast. */
export const toastFailure = (...failure: Parameters<typeof failureToast>): void =>
  showToast(failureToast(...failure));

/**
 * Builds a failure toast with the server's reason, else the `fallback`. When no reply arrived, the action may
 * have succeeded, so the title is "No answer" instead. So it is when a store or a proxy failed meanwhile, if
 * the title says that nothing was done (`Not adjusted`).
 */
export const failureToast = (
  title: string,
  error: unknown,
  fallback: string = NO_ANSWER_RETRY,
): ToastContent => ({
  kind: 'error',
  title: isUnsure(error, title.startsWith('Not ')) ? 'No answer' : title,
  description: messageOf(error, fallback),
});

const isUnsure = (error: unknown, isCalledUndone: boolean): boolean =>
  error instanceof ApiError &&
  (error.code === 'NO_ANSWER' ||
    error.code === 'TIMED_OUT' ||
    (isCalledUndone &&
      (error.code === 'UNAVAILABLE' || (!error.code && (error.status === 502 || error.status === 504)))));
