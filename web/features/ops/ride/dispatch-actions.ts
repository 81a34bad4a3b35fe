import { readBoardRide } from '#common/rides/board-api.ts';
import { assignRide, type Candidate, undoDispatch } from '#common/rides/dispatch-api.ts';
import { formatChange } from '#common/rides/format-change.ts';
import { plannedSpan } from '#common/rides/overlap.ts';
import { UNDO_MS } from '#common/rides/ride-limits.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { undoableChange } from '#common/rides/undoable-change.ts';
import { formatTime } from '#common/time.ts';
import { showToast, type ToastButton, toast } from '#web/components/ui/toast.ts';
import { failureToast, toastFailure } from '#web/components/ui/toast-failure.ts';
import { ApiError, isClientError, isUnsent } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { receiveStaffRides } from '../board/board-store.ts';

/** Merges a ride from a reply into the board's store. */
export const receiveReply = (ride: StaffRide): void => receiveStaffRides([ride]);

/** Whether an error means that the ride has changed, or disappeared, since it was displayed. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'RIDE_CHANGED' || error.code === 'RIDE_STATE_CONFLICT' || error.code === 'NOT_FOUND');

/** Whether an error means that there is no such ride. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'NOT_FOUND';

/**
 * Shows an error in a toast, and after a conflict (409) reloads the ride.
 *
 * @returns the reloaded ride; null without a conflict, or if the reload failed
 */
export async function reportRideError(
  title: string,
  error: unknown,
  rideId: string,
): Promise<StaffRide | null> {
  toastFailure(title, error);
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  try {
    const ride = await call(readBoardRide, { rideId });
    receiveReply(ride);
    return ride;
  } catch {
    // The change still arrives over the socket.
    return null;
  }
}

/**
 * Result of a command: `done`, `refused` while the displayed ride is still current, or `overtaken` if the
 * ride has changed.
 */
type Outcome = 'done' | 'refused' | 'overtaken';

/** Assigns a ride to a driver, and shows a toast with an undo button. */
export async function assignTo(
  ride: StaffRide,
  driver: Pick<Candidate, 'driverId' | 'name' | 'fit' | 'reason'> & { vehicle: { id: string } | null },
): Promise<Outcome> {
  const { driverId, vehicle, fit, reason } = driver;
  const command = { rideId: ride.id, version: ride.version, driverId, vehicleId: vehicle?.id ?? null };
  const confirmed = fit === 'nearly' && { allowNearly: true, confirmedReason: reason ?? undefined };
  try {
    await sendUndoable(`${driver.name} has the ride`, command, () =>
      call(assignRide, { ...command, ...confirmed }),
    );
    return 'done';
  } catch (error) {
    await reportRideError('Not assigned', error, ride.id);
    return isOvertaken(error) ? 'overtaken' : 'refused';
  }
}

/** When commands without an answer were first sent, in epoch milliseconds, by content. */
const unanswered = new Map<string, number>();

/**
 * Sends a command that can be undone, and shows a toast with an undo button. The server counts a repeated
 * command as made when it got the first one, so the time for the Undo counts from when that was sent.
 */
export async function sendUndoable(
  title: string,
  command: { version: number },
  send: () => Promise<StaffRide>,
): Promise<void> {
  const content = JSON.stringify(command);
  const firstMs = unanswered.get(content);
  const sinceMs = firstMs ?? Date.now();
  unanswered.set(content, sinceMs);
  try {
    const ride = await send();
    unanswered.delete(content);
    receiveReply(ride);
    offerUndo(title, ride, { version: command.version, sentAtMs: sinceMs });
  } catch (error) {
    // As in `sendOnce`, only a conflict says that the first one was not made either.
    const isRefused = error instanceof ApiError && error.status === 409;
    if (isRefused || (firstMs === undefined && isUnsent(error))) unanswered.delete(content);
    throw error;
  }
}

/** The ride after a command in this window, and until when that can be undone. */
interface Undoable {
  ride: StaffRide;
  untilMs: number;
}

/** The last command in this window, until it is undone; null if it cannot be. */
let last: Undoable | null = null;

/** A command that was made, as it was sent. */
interface Made {
  /** The version that it named. */
  version: number;
  /** When it was first sent, in epoch milliseconds. */
  sentAtMs: number;
}

/**
 * Shows a toast about a command, which can be undone by button or key for as long as the server allows. If
 * the ride changed between a command without an answer and its repetition, it can no longer be undone.
 */
export function offerUndo(title: string, ride: StaffRide, made: Made): void {
  const isUndoable = undoableChange(ride)?.version === made.version + 1;
  last = isUndoable ? { ride, untilMs: made.sentAtMs + UNDO_MS } : null;
  toast.success(title, `${ride.customerName}, ${formatRideHours(ride)}`, last ? undoButton(last) : undefined);
}

/** The button for the whole seconds left; none if there are none. */
function undoButton({ untilMs }: Undoable): ToastButton | undefined {
  const seconds = Math.floor((untilMs - Date.now()) / 1_000);
  return seconds > 0 ? { label: 'Undo', key: 'Z', seconds, onPress: () => undoLast() } : undefined;
}

/** Undoes the last command once, or reports that it is too late. */
export function undoLast(): void {
  const done = last;
  last = null;
  if (!done) return;
  if (Date.now() < done.untilMs) void undo(done);
  else toast.error('Not undone', 'It is too late to undo.');
}

/** Undoes a command. Without an answer it is offered again, unless another command followed. */
async function undo(done: Undoable): Promise<void> {
  const { id: rideId, version } = done.ride;
  try {
    receiveReply(await call(undoDispatch, { rideId, version }));
    toast.success('Undone', 'The ride is as it was.');
  } catch (error) {
    if (isClientError(error) || last !== null || Date.now() >= done.untilMs) {
      await reportRideError('Not undone', error, rideId);
      return;
    }
    last = done;
    showToast({ ...failureToast('Not undone', error), action: undoButton(done) });
  }
}

/** Changes after which a ride can no longer be assigned, or its driver no longer be unassigned. */
const LEFT: readonly RideChange[] = ['given_back', 'unassigned', 'in_progress', 'completed', 'cancelled'];

/** `Given back by Sam Ortega a moment ago; the board is up to date.` */
export function formatLeft({ history }: StaffRide): string {
  const last = history.findLast(({ change }) => LEFT.includes(change));
  return `${last ? formatChange(last) : 'The ride changed'} a moment ago; the board is up to date.`;
}

/** `5:00 PM`, or if the end is known `5:00 to 9:00 PM`. */
export function formatRideHours(ride: Pick<StaffRide, 'scheduledAt' | 'hours'>): string {
  const pickup = new Date(ride.scheduledAt);
  const from = formatTime(pickup);
  if (ride.hours === null) return from;
  const to = formatTime(new Date(plannedSpan(pickup, ride).endMs));
  return `${from.slice(-2) === to.slice(-2) ? from.slice(0, -3) : from} to ${to}`;
}
