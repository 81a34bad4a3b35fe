import { readBoardRide } from '#common/rides/board-api.ts';
import { assignRide, type Candidate, UNDO_MS, undoDispatch } from '#common/rides/dispatch-api.ts';
import { plannedSpan } from '#common/rides/overlap.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { formatTime } from '#common/time.ts';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { receiveStaffRides } from '../board/board-store.ts';

export const NO_ANSWER = 'The server didn’t answer. Please try again.';

/** Takes a ride as a reply has it. */
export const receiveReply = (ride: StaffRide): void => receiveStaffRides([ride]);

/** Whether a refusal means that the ride is no longer as it was shown. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'RIDE_CHANGED' || error.code === 'RIDE_STATE_CONFLICT' || error.code === 'NOT_FOUND');

/** Says a refusal in the server's words, and shows the ride as it is now. */
export async function refuse(title: string, error: unknown, rideId: string): Promise<void> {
  toastFailure(title, error, NO_ANSWER);
  if (!(error instanceof ApiError) || error.status !== 409) return;
  // Where this fails as well, the change still comes over the socket.
  await call(readBoardRide, { rideId }).then(receiveReply, () => undefined);
}

/** What became of an order: `done`, `refused` with the list still right, or the ride has changed meanwhile. */
type Outcome = 'done' | 'refused' | 'overtaken';

/** Gives a ride to a driver, says so, and offers to take it back. */
export async function assignTo(
  ride: StaffRide,
  driver: Pick<Candidate, 'driverId' | 'name' | 'fit'> & { vehicle: { id: string } | null },
): Promise<Outcome> {
  try {
    const assigned = await call(assignRide, {
      rideId: ride.id,
      version: ride.version,
      driverId: driver.driverId,
      vehicleId: driver.vehicle?.id ?? null,
      ...(driver.fit === 'nearly' && { allowNearly: true }),
    });
    receiveReply(assigned);
    offerUndo(`${driver.name} has the ride`, assigned);
    return 'done';
  } catch (error) {
    await refuse('Not assigned', error, ride.id);
    return isOvertaken(error) ? 'overtaken' : 'refused';
  }
}

/** What was done last in this window: the ride as it is since then, and until when that can be taken back. */
let last: { ride: StaffRide; untilMs: number } | null = null;

/** Says what was done with a ride, with a button and a key that take it back while the server allows. */
export function offerUndo(title: string, ride: StaffRide): void {
  last = { ride, untilMs: Date.now() + UNDO_MS };
  toast.success(title, `${ride.customerName}, ${hoursInWords(ride)}`, {
    label: 'Undo',
    key: 'Z',
    onPress: undoLast,
  });
}

/** Takes back what was done last, once, or says that it is too late for that. */
export function undoLast(): void {
  const done = last;
  last = null;
  if (!done) return;
  if (Date.now() < done.untilMs) void undo(done.ride);
  else toast.error('Not taken back', 'It is too late for that.');
}

async function undo({ id: rideId, version }: StaffRide): Promise<void> {
  try {
    receiveReply(await call(undoDispatch, { rideId, version }));
    toast.success('Taken back', 'The ride is as it was.');
  } catch (error) {
    await refuse('Not taken back', error, rideId);
  }
}

/** `5:00 PM`, or with its end where it is known: `5:00 to 9:00 PM`. */
export function hoursInWords(ride: Pick<StaffRide, 'scheduledAt' | 'hours'>): string {
  const pickup = new Date(ride.scheduledAt);
  const from = formatTime(pickup);
  if (ride.hours === null) return from;
  const to = formatTime(new Date(plannedSpan(pickup, ride).endMs));
  return `${from.slice(-2) === to.slice(-2) ? from.slice(0, -3) : from} to ${to}`;
}
