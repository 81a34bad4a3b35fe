import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { loadAlerts } from '../board/load-board.ts';

/** Says that somebody was first, and reads the alerts anew. @returns whether that was why */
export function failAlertWrite(title: string, error: unknown): boolean {
  const isOver = error instanceof ApiError && (error.status === 409 || error.status === 404);
  if (!isOver) return false;
  toastFailure(title, error, 'Somebody else was first.');
  void loadAlerts();
  return true;
}
