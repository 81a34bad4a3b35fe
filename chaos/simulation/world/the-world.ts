import type { Scheduler, Task } from './scheduler.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What stand-ins, which take the place of whole packages, share with the world around them. */
export interface World {
  clock: VirtualClock;
  scheduler: Scheduler;
  /** While Redis is away nothing is published or enqueued. */
  isRedisAway: boolean;
  /** What befalls a job when it starts. */
  faultsOfJob: () => Partial<Pick<Task, 'death' | 'skewMs'>> & { delayMs?: number; copies?: number };
  /** A message is published. */
  onPublish: (channel: string, message: string) => void;
  /** A webhook is sent. @returns whether it was accepted */
  onWebhook: (body: string, headers: Readonly<Record<string, string>>) => Promise<boolean>;
  /** A request reaches the payment provider. */
  onStripeRequest: (request: HttpRequest) => Promise<HttpReply>;
  /** A job failed for good. */
  onJobFailed: (name: string, error: unknown) => void;
  /** Nothing is under way, and nothing was for a while: schedules would find nothing to do. */
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

/** @throws Error before there is one */
export function world(): World {
  if (!current) throw new Error('there is no world yet');
  return current;
}

export const setWorld = (created: World): void => {
  current = created;
};
