import { noteConnection } from '#web/lib/connection-store.ts';
import { noteServerDate } from '#web/lib/server-clock.ts';
import { buildConfig } from '#web/testing/build-config.ts';
import { NOW } from '#web/testing/build-ride.ts';
import { paymentStandIn } from './payment-stand-in.ts';

const CONFIG = buildConfig({ demo: true });

/**
 * Cuts the page off from what it does not hold itself: calls never come back, so that what is pressed stays pending; the payment
 * provider is a stand-in; the clock begins at {@link NOW}; the connection is live.
 */
export function sealPage(): void {
  window.fetch = answer;
  Object.assign(window, { Stripe: paymentStandIn });
  noteServerDate(NOW.toISOString());
  noteConnection('live', NOW);
  stopFocusFromScrolling();
}

/** Calls fail from now on, as without a network. */
export function failCalls(): void {
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
}

/** Calls are answered from now on, by their path; others never come back. */
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

/** Several screens take the focus when they appear, which would scroll the page to the last of them, and into its frames. */
function stopFocusFromScrolling(): void {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function focusInPlace(options) {
    if (document.hasFocus()) focus.call(this, { ...options, preventScroll: true });
  };
}
