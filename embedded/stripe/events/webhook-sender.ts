import type { Store } from '../store/store.ts';
import type { Delivery } from '../store/tables.ts';
import { signPayload } from './sign-payload.ts';

/** How webhooks are to behave; changed by tests, not kept over a restart. */
export interface WebhookBehaviour {
  /** Nothing is sent; what is owed waits. */
  isPaused: boolean;
  /** How many times each event is sent. */
  copies: number;
  /** Events wait so long before their first attempt, plus a random part of `jitterMs`, which shuffles them. */
  delayMs: number;
  jitterMs: number;
}

/** Sends the webhooks that the store says are owed, until each is answered with 2xx or given up. */
export interface WebhookSender {
  behave(change: Partial<WebhookBehaviour>): WebhookBehaviour;
  /** Looks for deliveries that are due; called after each change and each move of the clock. */
  wake(): void;
  /** Stops sending; what was not answered stays owed. */
  stop(): Promise<void>;
}

/** Ordinary behaviour: each event once, at once. */
export const ORDINARY: WebhookBehaviour = { isPaused: false, copies: 1, delayMs: 0, jitterMs: 0 };

const RETRY_AFTER_MS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000];
const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000;
const ANSWER_WITHIN_MS = 10_000;
const AT_ONCE = 20;

/** Starts sending; `secret` signs every attempt anew. */
export function startWebhookSender(store: Store, secret: string): WebhookSender {
  let behaviour = ORDINARY;
  let timer: NodeJS.Timeout | undefined;
  const underWay = new Map<string, Promise<void>>();
  const firstDue = new Map<string, number>();
  const stopping = new AbortController();

  /** When a delivery may go; the first attempt is held back as the behaviour says. */
  const dueAt = ({ id, attempts, dueAt }: Delivery) => {
    if (attempts > 0) return dueAt;
    const { delayMs, jitterMs } = behaviour;
    const due = firstDue.get(id) ?? store.now() + delayMs + Math.random() * jitterMs;
    firstDue.set(id, due);
    return due;
  };

  function wake() {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    // The reply to the request that caused an event leaves before the event does.
    timer = setTimeout(sendDue, 0);
  }

  function sendDue() {
    if (behaviour.isPaused || stopping.signal.aborted) return;
    const waiting = store
      .transact(null, (books) => books.list('deliveries'))
      .reverse()
      .filter(({ id }) => !underWay.has(id));
    const now = store.now();
    for (const delivery of waiting) {
      // The end of each attempt is a change, which looks for the next.
      if (underWay.size >= AT_ONCE) break;
      if (dueAt(delivery) <= now) underWay.set(delivery.id, send(delivery));
    }
    const next = Math.min(...waiting.map(dueAt).filter((due) => due > now));
    clearTimeout(timer);
    if (Number.isFinite(next)) timer = setTimeout(sendDue, Math.min(next - now, 60_000));
  }

  async function send(delivery: Delivery): Promise<void> {
    const event = store.transact(null, (books) => books.get('events', delivery.eventId));
    const payload = JSON.stringify(event, null, 2);
    const outcomes = await Promise.all(
      Array.from({ length: behaviour.copies }, () => post(delivery.url, payload)),
    );
    underWay.delete(delivery.id);
    if (stopping.signal.aborted) return;
    settle(delivery, outcomes.every(Boolean));
  }

  async function post(url: string, payload: string): Promise<boolean> {
    // The real time, whatever the simulated clock says: receivers refuse what is five minutes old.
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
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }

  /** Notes a delivery as done or given up, or when to try it again. */
  function settle(delivery: Delivery, isDelivered: boolean): void {
    store.transact(null, (books) => {
      const event = books.get('events', delivery.eventId);
      // A reset while the attempt was under way.
      if (!event) return;
      const attempts = delivery.attempts + 1;
      const wait = RETRY_AFTER_MS[attempts - 1] ?? 3_600_000;
      const isTooOld = store.now() - event.created * 1000 > GIVE_UP_AFTER_MS;
      if (isDelivered) books.put('events', { ...event, pending_webhooks: event.pending_webhooks - 1 });
      if (isDelivered || isTooOld) books.remove('deliveries', delivery.id);
      else books.put('deliveries', { ...delivery, attempts, dueAt: store.now() + wait });
    });
    firstDue.delete(delivery.id);
  }

  store.onCommit(wake);
  wake();
  return {
    wake,
    behave(change) {
      behaviour = { ...behaviour, ...change };
      wake();
      return behaviour;
    },
    async stop() {
      clearTimeout(timer);
      stopping.abort();
      await Promise.all(underWay.values());
    },
  };
}
