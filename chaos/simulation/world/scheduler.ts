import { AsyncLocalStorage } from 'node:async_hooks';
import type { VirtualClock } from './virtual-clock.ts';

/** When a process dies: at its nth write, just before it or just after it. */
export interface Death {
  atWrite: number;
  isAfter: boolean;
}

/** Something under way in a process of its own: a request, a job, a webhook. */
export interface Task {
  /** Who does what, for the story. */
  label: string;
  /** How far the clock of its process is off, in milliseconds. */
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

/** Something that a task asks a store or a service for, and waits for. */
interface Waiting {
  task: Task | undefined;
  isWrite: boolean;
  /** Has it done there. @returns brings the answer back */
  perform: () => () => void;
}

/** Settles only after everything that promises and `nextTick` have to do is done. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const tasks = new AsyncLocalStorage<Task>();

/** The task that this code runs in; undefined outside of all. */
export const currentTask = (): Task | undefined => tasks.getStore();

/**
 * Runs tasks on a virtual clock, deterministically: whenever nothing can go on by itself, one of the requests to stores and
 * services that wait is picked by the seed and performed, or a timer of this instant run; where there is neither, time moves to the next timer. So
 * two tasks of one instant interleave at every request, and a process can die at any of them.
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

  /** Starts a task now. It never rejects; of one that dies nothing is heard but that. */
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
   * Waits until the scheduler picks this, then has it performed. The answer never comes to a process that died; its reads are
   * answered all the same, since other tasks may wait for what they share.
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

  /** Has nothing run any more. */
  halt(): void {
    this.#isHalted = true;
  }

  /** Runs until no timer is due by then, and nothing is under way. */
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
   * @param stands whether time stands still meanwhile: for what reads files, which takes real time
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

  /** Picks, of the requests that wait and the next timer where it is due at this instant, what goes on. @returns whether anything could */
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

  /** Whether the process of a write is dead, or dies by it. */
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
