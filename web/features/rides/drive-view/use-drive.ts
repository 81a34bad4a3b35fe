import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toDollarString } from '#common/money.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import type { Milestone } from '#common/rides/ride-states.ts';
import { ApiError, isUnsent } from '#web/lib/api-error.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { messageOf } from '#web/lib/message-of.ts';
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
  undoUntilMs,
} from '../api/driver-actions.ts';
import { useDriverRides, useOffers } from '../api/use-lists.ts';
import { setDuty, useDriver } from '../duty/driver-store.ts';
import { whyNoOffers } from '../duty/no-offers.tsx';
import { screenKey } from './drive-cues.ts';
import {
  type DriveEvent,
  type DriveFacts,
  type DriveScreen,
  type DriveState,
  driveScreen,
  EMPTY_STATE,
  NOTICE_MS,
  reduceDrive,
  syncWithStores,
  UNDO_SECONDS,
  type UndoTime,
} from './drive-machine.ts';
import { type CompleteQuestion, isOutdated, sumsOf } from './drive-question.ts';

type AcceptOptions = Parameters<typeof acceptRide>[2];
type MoveOptions = NonNullable<Parameters<typeof moveRide>[2]>;

/** The driver's actions in the Drive view. One runs per screen at a time; others are ignored meanwhile. */
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
  const now = useNow();

  const settled = syncWithStores(memory, facts);
  if (settled !== memory) setMemory(settled);
  const screen = useMemo(() => driveScreen(settled, facts, now), [settled, facts, now]);
  const { run, isPending, problem, clearProblem } = useActions(screenKey(screen));

  const send = useCallback((event: DriveEvent) => setMemory((known) => reduceDrive(known, event)), []);
  const press = (event: DriveEvent) => {
    clearProblem();
    send(event);
  };
  useLostRides(
    useDriverRides(driverId),
    useCallback((lost) => send({ type: 'lost', lost }), [send]),
  );
  useTimeout(settled.notice, NOTICE_MS, () => send({ type: 'notice-over' }));
  const undoable = settled.isUndoing ? null : settled.undoableId;
  const undo = useUndoTime(settled, facts.rides);
  const undoMs = undo.seconds > 0 ? undo.seconds * 1_000 : NOTICE_MS;
  useTimeout(undoable, undoMs, () => send({ type: 'undo-over' }));

  const actions = actionsOf(driverId, { send, press, run });
  const changed = changedRide(screen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per version; only the driver retries
  useEffect(() => {
    if (changed) actions.renewSums(changed);
  }, [changed?.id, changed?.version]);
  return { screen, actions, isPending, problem, undo };
}

/**
 * Runs the actions of the screen with this key, one at a time. The screen may change before the reply to an
 * action, so the next screen is not pending, and an error is shown only where the action was started.
 */
function useActions(key: string) {
  const on = useRef(key);
  on.current = key;
  // A ref decides, as in `useInFlight`; the state only draws.
  const running = useRef(new Set<string>());
  const [pending, setPending] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<{ text: string; on: string } | null>(null);
  // That of a screen under this one, such as under a lost ride, is still to be read.
  const clearProblem = () => setProblem((known) => (known?.on === key ? null : known));

  const run = async (act: () => Promise<unknown>) => {
    const startedOn = on.current;
    if (running.current.has(startedOn)) return;
    running.current.add(startedOn);
    setPending([...running.current]);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      const text = problemOf(error);
      // A late error does not replace that of the screen shown now.
      setProblem((known) => (known?.on === on.current ? known : { text, on: startedOn }));
    } finally {
      running.current.delete(startedOn);
      setPending([...running.current]);
    }
  };

  const isPending = pending.includes(key);
  return { run, isPending, problem: problem?.on === key ? problem.text : null, clearProblem };
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

/**
 * Returns how long Undo is shown: eight seconds, or fewer if the server allows fewer. After an undo that
 * could not be sent it is shown for eight seconds again, and the server decides whether it is too late.
 */
function useUndoTime({ undoableId, isUndoing }: DriveState, rides: readonly DriverRide[]): UndoTime {
  const offered = useRef({ undoableId, isUndoing, seconds: 0, untilMs: 0 });
  const known = offered.current;
  if (known.undoableId === undoableId && known.isUndoing === isUndoing) return known;
  const accepted = known.undoableId !== undoableId && rides.find(({ id }) => id === undoableId);
  const nowMs = Date.now();
  const allowed = accepted ? Math.floor((undoUntilMs(accepted) - nowMs) / 1_000) : UNDO_SECONDS;
  const seconds = Math.max(0, Math.min(allowed, UNDO_SECONDS));
  offered.current = { undoableId, isUndoing, seconds, untilMs: nowMs + seconds * 1_000 };
  return offered.current;
}

/** Returns the error text, shown on screen instead of a toast. */
function problemOf(error: unknown): string {
  if (isUnsent(error)) return 'Not sent. No connection.';
  return messageOf(error, 'No answer. Try again.');
}

const hasCode = (error: unknown, ...codes: string[]): error is ApiError =>
  error instanceof ApiError && error.code !== null && codes.includes(error.code);

type Send = (event: DriveEvent) => void;

interface ActionContext {
  send: Send;
  /** Sends an event of the driver, who has read the problem on screen. */
  press: Send;
  run: (act: () => Promise<unknown>) => Promise<void>;
}

function actionsOf(driverId: string, { send, press, run }: ActionContext): DriveActions {
  return {
    send: press,
    hear: () => press({ type: 'hear' }),
    skip: () => press({ type: 'skip' }),
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
    send({ type: isTooLate ? 'too-late' : 'undo-failed', rideId });
    if (!isTooLate) throw error;
  }
}

async function move(rideId: string, to: Milestone, send: Send, options?: MoveOptions): Promise<void> {
  try {
    await moveRide(rideId, to, options);
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
