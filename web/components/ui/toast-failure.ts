import { ApiError } from '#web/lib/api-error.ts';
import { messageOf, NO_ANSWER, NO_ANSWER_RETRY } from '#web/lib/message-of.ts';
import { showToast, type ToastContent } from './toast.ts';

/** Shows a failure toast. */
export const toastFailure = (...failure: Parameters<typeof failureToast>): void =>
  showToast(failureToast(...failure));

/**
 * Builds a failure toast with the server's reason, else the `fallback`. When no reply arrived, the action may
 * have succeeded, so the title is "No answer" instead. So it is when a store or a proxy failed meanwhile, if
 * the title says that nothing was done (`Not adjusted`). Under `Error` it is the fallback that says so, which
 * is then not shown.
 */
export function failureToast(
  title: string,
  error: unknown,
  fallback: string = NO_ANSWER_RETRY,
): ToastContent {
  if (title === 'Error' && isLost(error)) {
    const description = fallback.startsWith(NO_ANSWER) ? fallback : NO_ANSWER_RETRY;
    return { kind: 'error', title: 'No answer', description };
  }
  return {
    kind: 'error',
    title: isUnsure(error, title.startsWith('Not ')) ? 'No answer' : title,
    description: messageOf(error, fallback),
  };
}

/** Whether a proxy lost the server's reply, so that the action may have succeeded. */
const isLost = (error: unknown): boolean =>
  error instanceof ApiError && !error.code && (error.status === 502 || error.status === 504);

const isUnsure = (error: unknown, isCalledUndone: boolean): boolean =>
  (isCalledUndone && isLost(error)) ||
  (error instanceof ApiError &&
    (error.code === 'NO_ANSWER' ||
      error.code === 'TIMED_OUT' ||
      (isCalledUndone && error.code === 'UNAVAILABLE')));
