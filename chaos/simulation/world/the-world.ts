import type { Scheduler, Task } from './scheduler.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** State shared by the simulated world and the stand-ins for packages. */
export interface World {
  clock: VirtualClock;
  scheduler: Scheduler;
  /** Whether Redis is away. Nothing is published or enqueued then. */
  isRedisAway: boolean;
  /** Returns the faults that apply to a job when it is enqueued or started. */
  faultsOfJob: () => Partial<Pick<Task, 'death' | 'skewMs'>> & { delayMs?: number; copies?: number };
  /** Called when a message is published. */
  onPublish: (channel: string, message: string) => void;
  /** Called when a webhook is sent. @returns whether it was accepted */
  onWebhook: (body: string, headers: Readonly<Record<string, string>>) => Promise<boolean>;
  /** Called when a request reaches the payment provider. */
  onStripeRequest: (request: HttpRequest) => Promise<HttpReply>;
  /** Called when a job failed permanently. */
  onJobFailed: (name: string, error: unknown) => void;
  /**
   * Whether no ride is active and none has changed for a while, so that schedules would find nothing to do.
   */
  isQuiet: () => boolean;
  mailsSent: number;
}

export interface HttpRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface HttpReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

let current: World | null = null;

/** @throws Error before `setWorld` */
export function world(): World {
  if (!current) throw new Error('there is no world yet');
  return current;
}

export const setWorld = (created: World): void => {
  current = created;
};
