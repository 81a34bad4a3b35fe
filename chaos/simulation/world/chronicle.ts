import { type Ending, STARTS_AT } from '../acts.ts';
import type { Problem } from './check-city.ts';
import type { BookedRide } from './performance.ts';
import { world } from './the-world.ts';

/** What has happened in the story so far. */
export class Chronicle {
  readonly log: Ending['log'] = [];
  /** Booked rides by number and leg. */
  readonly booked = new Map<string, BookedRide>();
  #problem: Ending['problem'] = null;

  /** The first violation; null if there was none. */
  get problem(): Ending['problem'] {
    return this.#problem;
  }

  add(text: string): void {
    this.log.push({ at: this.#sinceStart(), text });
  }

  /** Notes a violation, unless there was one before, and halts the simulation. */
  fail({ kind, text }: Problem): void {
    const named = [...this.booked].filter(([, { rideId }]) => text.includes(rideId));
    const rides = named.map(([key]) => Number.parseInt(key, 10));
    this.#problem ??= { at: this.#sinceStart(), kind, text, rides };
    world().scheduler.halt();
  }

  #sinceStart = (): number => world().clock.now() - STARTS_AT;
}
