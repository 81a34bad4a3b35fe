import { AsyncLocalStorage } from 'node:async_hooks';
import type { VirtualClock } from './virtual-clock.ts';

/** When a process dies: just before or just after its nth write. */
export interface Death {
  atWrite: number;
  isAfter: boolean;
}

/** A request, job or webhook, simulated as its own process. */
export interface Task {
  /** Who does what, for the log. */
  label: string;
  /** Offset of its process clock, in milliseconds. */
  skewMs: number;
  death: Death | null;
  writes: number;
  isDead: boolean;
}

/** What became of a task. */
export type TaskResult =
  | { state: 'done'; value: unknown }
  | { state: 'failed'; error: unknown }
  | { state: 'died' };

/** A pending request of a task to a store or service. */
interface Waiting {
  task: Task | undefined;
  isWrite: boolean;
  /** Performs the request. @returns a function that delivers the reply */
  perform: () => () => void;
}

/** Resolves after all pending promise callbacks and `nextTick` callbacks have run. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const tasks = new AsyncLocalStorage<Task>();

/** Returns the task that this code runs in; undefined outside of tasks. */
export const currentTask = (): Task | undefined => tasks.getStore();

/**
 * Runs tasks on a virtual clock, deterministically. Whenever no code can run by itself, the seed picks one
 * pending request or due timer and runs it. If there is neither, time advances to the next timer. Concurrent
 * tasks therefore interleave at every request, and a process can die at any write.
 */
export class Scheduler {
  readonly #clock: VirtualClock;
  readonly #random: () => number;
  #waiting: Waiting[] = [];
  readonly #deaths = new WeakMap<Task, () => void>();
  #isHalted = false;
  /** How many requests were performed. */
  performed = 0;

  constructor(clock: VirtualClock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Starts a task now. The promise never rejects. A task that died reports nothing else. */
  start(task: Pick<Task, 'label'> & Partial<Task>, run: () => Promise<unknown>): Promise<TaskResult> {
    const started: Task = { skewMs: 0, death: null, writes: 0, isDead: false, ...task };
    return new Promise((resolve) => {
      this.#deaths.set(started, () => resolve({ state: 'died' }));
      tasks.run(started, () => {
        run().then(
          (value) => started.isDead || resolve({ state: 'done', value }),
          (error: unknown) => started.isDead || resolve({ state: 'failed', error }),
        );
      });
    });
  }

  /**
   * Performs a request when the scheduler picks it. Writes of a dead process are dropped without a reply. Its
   * reads are performed, because other tasks may wait for a shared result.
   */
  request<Result>(isWrite: boolean, perform: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        task: currentTask(),
        isWrite,
        perform: () => {
          try {
            const result = perform();
            return () => resolve(result);
          } catch (error) {
            return () => reject(error);
          }
        },
      });
    });
  }

  /** Stops running anything. */
  halt(): void {
    this.#isHalted = true;
  }

  /** Runs until no timer is due by `instant` and no request is pending. */
  async runUntil(instant: number): Promise<void> {
    while (true) {
      await settle();
      if (this.#isHalted) return;
      if (this.#goOnNow()) continue;
      const next = this.#clock.nextAt();
      if (next === null || next > instant) return;
      this.#clock.runNext();
    }
  }

  /**
   * Runs until a promise has settled.
   *
   * @param stands whether virtual time stands still meanwhile, for code that reads files,
   * which takes real time
   */
  async runThrough<Result>(promise: Promise<Result>, { stands = false } = {}): Promise<Result> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    promise.then(over, over);
    while (true) {
      await settle();
      if (isOver) return promise;
      if (!this.#goOnNow() && !stands && this.#clock.nextAt() !== null) this.#clock.runNext();
    }
  }

  /** Picks one of the pending requests and the timer due now, and runs it. @returns whether there was any */
  #goOnNow(): boolean {
    const requests = this.#waiting.length;
    const next = this.#clock.nextAt();
    const choices = requests + (next !== null && next <= this.#clock.now() ? 1 : 0);
    if (choices === 0) return false;
    const at = choices === 1 ? 0 : Math.floor(this.#random() * choices);
    if (at === requests) this.#clock.runNext();
    else this.#perform(at);
    return true;
  }

  #perform(at: number): void {
    const [picked] = this.#waiting.splice(at, 1);
    if (!picked) return;
    const { task, isWrite } = picked;
    if (isWrite && task && this.#isKilled(task, picked)) return;
    this.performed += 1;
    picked.perform()();
  }

  /** Whether the process that makes this write is dead, or dies at it. */
  #isKilled(task: Task, { perform }: Waiting): boolean {
    if (task.isDead) return true;
    task.writes += 1;
    if (task.death?.atWrite !== task.writes) return false;
    task.isDead = true;
    if (task.death.isAfter) perform();
    this.#deaths.get(task)?.();
    return true;
  }
}
