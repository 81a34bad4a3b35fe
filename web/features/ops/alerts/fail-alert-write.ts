import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { loadAlerts } from '../board/load-board.ts';

/**
 * If an alert was already taken, resolved or removed (409 or 404), says so and reloads the alerts.
 *
 * @returns whether that was the error
 */
export function failAlertWrite(title: string, error: unknown): boolean {
  const isOver = error instanceof ApiError && (error.status === 409 || error.status === 404);
  if (!isOver) return false;
  toastFailure(title, error, 'Someone else got there first.');
  void loadAlerts();
  return true;
}
