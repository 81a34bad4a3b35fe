import { AsyncResource } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';

/** The clock of a simulated world. Time passes only when the next timer is run. */
export interface VirtualClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Sets a timer for an instant, or for now if that has passed. @returns a function that cancels it */
  at(instant: number, run: () => void): () => void;
  /** Returns when the next timer is due; null if there is none. */
  nextAt(): number | null;
  /** Advances time to the next timer and runs it. */
  runNext(): void;
}

interface Timer {
  at: number;
  /** Timers due at the same instant run in the order in which they were set. */
  order: number;
  run: (() => void) | null;
}

const isBefore = (one: Timer, other: Timer): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** A binary heap with the earliest timer first. */
class TimerHeap {
  readonly #heap: Timer[] = [];

  push(timer: Timer): void {
    let at = this.#heap.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfBefore(at, parent)) break;
      at = parent;
    }
  }

  /** Returns the earliest timer that was not cancelled. */
  peek(): Timer | undefined {
    while (this.#heap[0]?.run === null) this.#shift();
    return this.#heap[0];
  }

  shift(): Timer | undefined {
    this.peek();
    return this.#shift();
  }

  #shift(): Timer | undefined {
    const [first] = this.#heap;
    const last = this.#heap.pop();
    if (!last || this.#heap.length === 0) return first;
    this.#heap[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const [leftTimer, rightTimer] = [this.#heap[left], this.#heap[right]];
      const child = leftTimer && rightTimer && isBefore(rightTimer, leftTimer) ? right : left;
      if (!this.#swapIfBefore(child, at)) return first;
      at = child;
    }
  }

  #swapIfBefore(one: number, other: number): boolean {
    const [first, second] = [this.#heap[one], this.#heap[other]];
    if (!first || !second || !isBefore(first, second)) return false;
    this.#heap[one] = second;
    this.#heap[other] = first;
    return true;
  }
}

/** Creates a clock that starts at an instant. */
export function createClock(startsAt: number): VirtualClock {
  const heap = new TimerHeap();
  let now = startsAt;
  let order = 0;
  return {
    now: () => now,
    at(instant, run) {
      order += 1;
      const timer: Timer = { at: Math.max(now, instant), order, run };
      heap.push(timer);
      return () => {
        timer.run = null;
      };
    },
    nextAt: () => heap.peek()?.at ?? null,
    runNext() {
      const timer = heap.shift();
      if (!timer) return;
      now = timer.at;
      timer.run?.();
    },
  };
}

type Callback = (...args: unknown[]) => void;

/** The return value of `setTimeout` and `setInterval`, with the methods that are used. */
class Handle {
  cancel: () => void = () => {};
  ref = (): this => this;
  unref = (): this => this;
  hasRef = (): boolean => true;
  [Symbol.dispose](): void {
    this.cancel();
  }
}

const cancel = (handle: unknown): void => {
  if (handle instanceof Handle) handle.cancel();
};

/** A simulated process, as far as its timers and its clock are concerned. */
interface SimulatedProcess {
  /** Offset of its clock, in milliseconds. */
  readonly skewMs: number;
  readonly isDead: boolean;
}

/**
 * Returns the timers of Node for a clock. A callback runs in the context in which its timer was set, so that
 * its writes are those of its process. A dead process repeats nothing. Its timeouts still run, because other
 * processes may wait for a result that they share with it.
 */
export function createTimers(clock: VirtualClock, currentProcess: () => SimulatedProcess | undefined) {
  const setTimeout = (run: Callback, delayMs = 0, ...args: unknown[]): Handle => {
    const handle = new Handle();
    const fire = AsyncResource.bind(() => run(...args));
    handle.cancel = clock.at(clock.now() + Math.max(1, delayMs || 0), fire);
    return handle;
  };
  const setInterval = (run: Callback, everyMs = 0, ...args: unknown[]): Handle => {
    const handle = new Handle();
    const owner = currentProcess();
    const fire = AsyncResource.bind(() => run(...args));
    const next = () => {
      handle.cancel = clock.at(clock.now() + Math.max(1, everyMs || 0), () => {
        if (owner?.isDead) return;
        next();
        fire();
      });
    };
    next();
    return handle;
  };
  return { setTimeout, setInterval, clearTimeout: cancel, clearInterval: cancel };
}

/**
 * Makes this thread use a clock for `Date`, uptime, and the timers of globals and Node's modules. Code that
 * has already loaded the real ones keeps them. `setImmediate` is not replaced.
 */
export function installClock(clock: VirtualClock, currentProcess: () => SimulatedProcess | undefined): void {
  const replaced = createTimers(clock, currentProcess);
  Object.assign(globalThis, replaced);
  Object.assign(timers, replaced);
  Object.assign(timersPromises, {
    setTimeout: (delayMs: number, value: unknown) =>
      new Promise((resolve) => replaced.setTimeout(() => resolve(value), delayMs)),
  });
  syncBuiltinESMExports();

  const RealDate = globalThis.Date;
  class VirtualDate extends RealDate {
    constructor(...args: [] | [number]) {
      if (args.length === 0) super(VirtualDate.now());
      else super(...args);
    }

    static override now(): number {
      return clock.now() + (currentProcess()?.skewMs ?? 0);
    }
  }
  // Mongoose recognizes types by their names.
  Object.defineProperty(VirtualDate, 'name', { value: 'Date' });
  Object.assign(globalThis, { Date: VirtualDate });
  // Uptime does not depend on the clock offset.
  const startedAt = clock.now();
  performance.now = () => clock.now() - startedAt;
}
