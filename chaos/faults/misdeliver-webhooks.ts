import { setTimeout } from 'node:timers/promises';
import type { Fault } from './fault.ts';

const SPELL_MS = 3_000;

/** For three seconds every webhook comes late, three times at once, and in no order. */
export const misdeliverWebhooks: Fault = {
  name: 'webhooks delayed and repeated',
  async strike({ cluster: { services } }) {
    const behave = (behaviour: object) =>
      fetch(`${services.stripe}/sim/control/webhooks`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_simulator', 'content-type': 'application/json' },
        body: JSON.stringify(behaviour),
      });
    await behave({ copies: 3, delayMs: 500, jitterMs: 2_000 });
    await setTimeout(SPELL_MS);
    await behave({ copies: 1, delayMs: 0, jitterMs: 0 });
  },
};
