import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Delivery } from '../store/tables.ts';
import type { Store } from '../store/transactions.ts';

/** How webhooks are delivered. Configurable by tests, in memory only. */
interface WebhookBehavior {
  /** Whether deliveries are suspended. They stay pending. */
  isPaused: boolean;
  /** Number of times that each event is sent. */
  copies: number;
  /** Delay of the first attempt. A random part of `jitterMs` is added, which changes the order. */
  delayMs: number;
  jitterMs: number;
}

/** Sends pending deliveries of the store until each is acknowledged with 2xx or expires. */
export interface WebhookSender {
  configure(change: Partial<WebhookBehavior>): WebhookBehavior;
  /** Sends due deliveries. Called after each commit. */
  wake(): void;
  /** Stops sending. Deliveries that are not acknowledged, or not recorded, stay pending. */
  stop(): Promise<void>;
}

/** Sends each event once, immediately. */
export const DEFAULT_BEHAVIOR: WebhookBehavior = { isPaused: false, copies: 1, delayMs: 0, jitterMs: 0 };

const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000];
const EXPIRY_MS = 3 * 24 * 3_600_000;
const TIMEOUT_MS = 10_000;
const MAX_CONCURRENT = 20;
/** Delay before retrying to record an attempt while the disk is full. */
const RECORD_AGAIN_MS = 1_000;

/** Starts the sender. Each attempt is signed with `secret` again. */
export function startWebhookSender(store: Store, secret: string): WebhookSender {
  let behavior = DEFAULT_BEHAVIOR;
  let timer: NodeJS.Timeout | undefined;
  const inFlight = new Map<string, Promise<void>>();
  const firstDue = new Map<string, number>();
  const stopping = new AbortController();

  /** Returns when a delivery is due. The first attempt is delayed as configured. */
  const dueAt = ({ id, attempts, dueAt }: Delivery) => {
    if (attempts > 0) return dueAt;
    const { delayMs, jitterMs } = behavior;
    const due = firstDue.get(id) ?? store.now() + delayMs + Math.random() * jitterMs;
    firstDue.set(id, due);
    return due;
  };

  function wake() {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    // A timer, so that the request that caused the event gets its reply first.
    timer = setTimeout(sendDue, 0);
  }

  function sendDue() {
    if (behavior.isPaused || stopping.signal.aborted) return;
    const pending = store
      .transact(null, (tx) => tx.list('deliveries'))
      .reverse()
      .filter(({ id }) => !inFlight.has(id));
    const now = store.now();
    for (const delivery of pending) {
      // Each finished attempt commits, which calls `wake` for the remaining deliveries.
      if (inFlight.size >= MAX_CONCURRENT) break;
      if (dueAt(delivery) <= now) inFlight.set(delivery.id, send(delivery));
    }
    const next = Math.min(...pending.map(dueAt).filter((due) => due > now));
    clearTimeout(timer);
    if (Number.isFinite(next)) timer = setTimeout(sendDue, Math.min(next - now, 60_000));
  }

  async function send(delivery: Delivery): Promise<void> {
    const event = store.transact(null, (tx) => tx.get('events', delivery.eventId));
    const payload = JSON.stringify(event, null, 2);
    const outcomes = await Promise.all(
      Array.from({ length: behavior.copies }, () => post(delivery.url, payload)),
    );
    const isDelivered = outcomes.every(Boolean);
    // Stays in flight until it is recorded, otherwise it would be sent again.
    while (!stopping.signal.aborted && !recordAttempt(delivery, isDelivered)) {
      await delay(RECORD_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
    inFlight.delete(delivery.id);
  }

  async function post(url: string, payload: string): Promise<boolean> {
    // Real time, not the simulated clock: receivers reject timestamps that differ by more than five minutes.
    const timestamp = Math.floor(Date.now() / 1000);
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: payload,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signPayload(payload, secret, timestamp),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }

  /**
   * Removes a delivery that succeeded or expired, or schedules the next attempt. @returns false on a full
   * disk
   */
  function recordAttempt(delivery: Delivery, isDelivered: boolean): boolean {
    const isRecorded = store.transactUnlessDiskFull((tx) => {
      const event = tx.get('events', delivery.eventId);
      // All data was reset during the attempt.
      if (!event) return;
      const attempts = delivery.attempts + 1;
      const wait = RETRY_DELAYS_MS[attempts - 1] ?? 3_600_000;
      const isExpired = store.now() - event.created * 1000 > EXPIRY_MS;
      if (isDelivered) tx.put('events', { ...event, pending_webhooks: event.pending_webhooks - 1 });
      if (isDelivered || isExpired) tx.remove('deliveries', delivery.id);
      else tx.put('deliveries', { ...delivery, attempts, dueAt: store.now() + wait });
    });
    if (isRecorded) firstDue.delete(delivery.id);
    return isRecorded;
  }

  store.onCommit(wake);
  wake();
  return {
    wake,
    configure(change) {
      behavior = { ...behavior, ...change };
      wake();
      return behavior;
    },
    async stop() {
      clearTimeout(timer);
      stopping.abort();
      await Promise.all(inFlight.values());
    },
  };
}

/** Returns the `Stripe-Signature` header of a payload. `timestamp` is in unix seconds. */
function signPayload(payload: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
