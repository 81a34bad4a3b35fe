import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toDollarString } from '#common/money.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import type { Milestone } from '#common/rides/ride-states.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useLostRides } from '../alerts/lost-rides.ts';
import { useOfferNotifications } from '../alerts/offer-notifications.ts';
import {
  acceptRide,
  completeRide,
  giveRideBack,
  moveRide,
  noteNoShow,
  readCompletion,
} from '../api/driver-actions.ts';
import { useDriverRides, useOffers } from '../api/use-lists.ts';
import { setDuty, useDriver } from '../duty/driver-store.ts';
import { whyNoOffers } from '../duty/no-offers.tsx';
import { screenKey } from './drive-cues.ts';
import {
  type DriveEvent,
  type DriveFacts,
  type DriveScreen,
  driveScreen,
  EMPTY_STATE,
  NOTICE_MS,
  reduceDrive,
  syncWithStores,
  UNDO_SHOWN_MS,
} from './drive-machine.ts';
import { type CompleteQuestion, isOutdated, sumsOf } from './drive-question.ts';

type AcceptOptions = Parameters<typeof acceptRide>[2];
type MoveOptions = NonNullable<Parameters<typeof moveRide>[2]>;

/** The driver's actions in the Drive view. Only one runs at a time; others are ignored meanwhile. */
export interface DriveActions {
  hear: () => void;
  skip: () => void;
  /**
   * Accepts a request as shown. `allowOverlap` accepts it although it overlaps another ride of the driver or
   * the vehicle.
   */
  accept: (offerId: string, options: AcceptOptions) => void;
  undo: (rideId: string) => void;
  move: (rideId: string, to: Milestone, options?: MoveOptions) => void;
  /** Loads the completion quote, then asks for the hours used and the confirmation. */
  askToComplete: (ride: DriverRide) => void;
  /** Reloads the completion quote after the ride has changed. */
  renewSums: (ride: DriverRide) => void;
  complete: (question: CompleteQuestion) => void;
  noteNoShow: (ride: DriverRide) => void;
  goOnDuty: () => void;
  send: (event: DriveEvent) => void;
}

/** Returns state and actions of a driver's Drive view. It reads the same stores as the board. */
export function useDrive(driverId: string) {
  const facts = useFacts(driverId);
  const [memory, setMemory] = useState(EMPTY_STATE);
  const [problem, setProblem] = useState<{ text: string; on: string } | null>(null);
  const now = useNow();

  const settled = syncWithStores(memory, facts);
  if (settled !== memory) setMemory(settled);
  const screen = useMemo(() => driveScreen(settled, facts, now), [settled, facts, now]);
  const on = useRef('');
  on.current = screenKey(screen);

  const send = useCallback((event: DriveEvent) => {
    setProblem(null);
    setMemory((known) => reduceDrive(known, event));
  }, []);
  useLostRides(
    useDriverRides(driverId),
    useCallback((lost) => send({ type: 'lost', lost }), [send]),
  );
  useTimeout(settled.notice, NOTICE_MS, () => send({ type: 'notice-over' }));
  const undoable = settled.isUndoing ? null : settled.undoableId;
  useTimeout(undoable, UNDO_SHOWN_MS, () => send({ type: 'undo-over' }));
  const undoUntilMs = useChangedAt(undoable) + UNDO_SHOWN_MS;

  const { run, isPending } = useInFlight(async (act: () => Promise<unknown>) => {
    setProblem(null);
    try {
      await act();
    } catch (error) {
      setProblem({ text: problemOf(error), on: on.current });
    }
  });
  const actions = actionsOf(driverId, send, run);
  const changed = changedRide(screen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per version; only the driver retries
  useEffect(() => {
    if (changed) actions.renewSums(changed);
  }, [changed?.id, changed?.version]);
  // An error is shown only on the screen where it occurred.
  const shown = problem?.on === screenKey(screen) ? problem.text : null;
  return { screen, actions, isPending, problem: shown, undoUntilMs };
}

/** Returns the ride whose completion is being confirmed, if it has changed since the quote. */
function changedRide(screen: DriveScreen): DriverRide | null {
  if (screen.name !== 'question' || screen.question.kind !== 'complete') return null;
  return isOutdated(screen.question, screen.ride) ? screen.ride : null;
}

function useFacts(driverId: string): DriveFacts {
  const driver = useDriver(driverId);
  const offers = useOffers();
  useOfferNotifications(offers.posted);
  const list = useDriverRides(driverId);
  const why = driver && whyNoOffers(driver);
  const { posted } = offers;
  const { rides } = list;
  const phase = list.phase === 'ready' && !why ? offers.phase : list.phase;
  return useMemo(() => ({ phase, why, posted, rides: Object.values(rides) }), [phase, why, posted, rides]);
}

/** Calls `callback` after `ms`, counted from the last change of `since`; not while that is null. */
function useTimeout(since: unknown, ms: number, callback: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts only with `since` or `ms`
  useEffect(() => {
    if (since === null) return;
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  }, [since, ms]);
}

/** Returns when the value last changed, in epoch milliseconds. */
function useChangedAt(value: unknown): number {
  const since = useRef({ value, atMs: Date.now() });
  if (since.current.value !== value) since.current = { value, atMs: Date.now() };
  return since.current.atMs;
}

/** Returns the error text, shown on screen instead of a toast. */
function problemOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 0 && !error.code) return 'Not sent. No connection.';
  return messageOf(error, 'Not sent. Try again.');
}

const hasCode = (error: unknown, ...codes: string[]): error is ApiError =>
  error instanceof ApiError && error.code !== null && codes.includes(error.code);

type Send = (event: DriveEvent) => void;

function actionsOf(
  driverId: string,
  send: Send,
  run: (act: () => Promise<unknown>) => Promise<void>,
): DriveActions {
  return {
    send,
    hear: () => send({ type: 'hear' }),
    skip: () => send({ type: 'skip' }),
    accept: (offerId, options) => void run(() => accept(offerId, driverId, send, options)),
    undo: (rideId) => void run(() => undo(rideId, send)),
    move: (rideId, to, options) => void run(() => move(rideId, to, send, options)),
    askToComplete: (ride) => void run(() => askToComplete(ride, send)),
    renewSums: (ride) => void run(() => renewSums(ride, send)),
    complete: (question) =>
      void run(() => completeRide(question.rideId, toDollarString(sumsOf(question).fareCents))),
    noteNoShow: ({ id }) => void run(async () => void (await noteNoShow(id))),
    goOnDuty: () => void run(() => setDuty(true)),
  };
}

async function accept(offerId: string, driverId: string, send: Send, options: AcceptOptions): Promise<void> {
  try {
    await acceptRide(offerId, driverId, options);
  } catch (error) {
    // The offer board shows that another driver was first, and so does this view.
    if (hasCode(error, 'RIDE_TAKEN', 'RIDE_NOT_OPEN')) return;
    if (!hasCode(error, 'RIDE_OVERLAPS', 'VEHICLE_IN_USE')) throw error;
    const isVehicleTaken = error.code === 'VEHICLE_IN_USE';
    const message = messageOf(error, 'Accept it anyway?');
    const { revision } = options;
    send({ type: 'ask', question: { kind: 'overlap', offerId, revision, message, isVehicleTaken } });
  }
}

async function undo(rideId: string, send: Send): Promise<void> {
  send({ type: 'undo' });
  try {
    await giveRideBack(rideId, 'Undone');
  } catch (error) {
    const isTooLate = hasCode(error, 'RIDE_STATE_CONFLICT');
    send({ type: isTooLate ? 'too-late' : 'undo-failed' });
    if (!isTooLate) throw error;
  }
}

async function move(rideId: string, to: Milestone, send: Send, options?: MoveOptions): Promise<void> {
  try {
    await moveRide(rideId, to, options);
    send({ type: 'unasked' });
  } catch (error) {
    if (hasCode(error, 'PIN_REQUIRED', 'WRONG_PIN', 'PIN_LOCKED')) {
      const pin = {
        kind: 'pin' as const,
        rideId,
        message: messageOf(error, 'Ask for the PIN.'),
        isWrong: error.code !== 'PIN_REQUIRED',
        isLocked: error.code === 'PIN_LOCKED',
        isEarly: options?.confirmEarly ?? false,
      };
      return send({ type: 'ask', question: pin });
    }
    if (!hasCode(error, 'TOO_EARLY')) throw error;
    const message = messageOf(error, 'This ride is not due yet. Go ahead?');
    send({ type: 'ask', question: { kind: 'early', rideId, to, message } });
  }
}

const readSums = (rideId: string) => fetchWithTimeout((signal) => readCompletion(rideId, signal));

async function askToComplete({ id: rideId, version }: DriverRide, send: Send): Promise<void> {
  const quote = await readSums(rideId);
  const { usedHours: hours } = quote;
  const isSettled = hours === null;
  send({
    type: 'ask',
    question: { kind: 'complete', rideId, version, quote, hours, isSettled, changes: 0 },
  });
}

async function renewSums({ id: rideId, version }: DriverRide, send: Send): Promise<void> {
  send({ type: 'sums', rideId, version, quote: await readSums(rideId) });
}
