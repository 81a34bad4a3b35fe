import { setConnection } from '#web/lib/connection-store.ts';
import { recordServerDate } from '#web/lib/server-clock.ts';
import { buildConfig } from '#web/testing/build-config.ts';
import { NOW } from '#web/testing/build-ride.ts';
import { paymentStandIn } from './payment-stand-in.ts';

const CONFIG = buildConfig({ demo: true });

/**
 * Isolates the page from everything external. Calls stay pending forever, so that pressed buttons show their
 * pending state; the payment provider is a stand-in; the clock starts at {@link NOW}; the connection is live.
 */
export function isolatePage(): void {
  window.fetch = answer;
  Object.assign(window, { Stripe: paymentStandIn });
  recordServerDate(NOW.toISOString());
  setConnection('live', NOW);
  stopFocusFromScrolling();
}

/** Makes all calls fail, as without a network. */
export function failCalls(): void {
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
}

/** Answers calls by their path from now on; other calls stay pending. */
export function answerCalls(
  replies: Readonly<Record<string, readonly [status: number, body: unknown]>>,
): void {
  window.fetch = async (address) => {
    const reply = replies[String(address)];
    return reply ? Response.json(reply[1], { status: reply[0] }) : answer(address);
  };
}

async function answer(address: RequestInfo | URL): Promise<Response> {
  return address === '/api/config' ? Response.json(CONFIG) : new Promise<never>(() => {});
}

/** Several screens take the focus on mount, which would scroll the page and its frames to the last one. */
function stopFocusFromScrolling(): void {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function focusInPlace(options) {
    if (document.hasFocus()) focus.call(this, { ...options, preventScroll: true });
  };
}
