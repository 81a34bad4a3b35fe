import { onTestFinished } from 'vitest';
import { ownSimulator } from './own-simulator.ts';

/** Changes how the own simulator delivers webhooks, until the test ends. */
export async function sendWebhooks(behaviour: Parameters<typeof ownSimulator.webhooks>[0]): Promise<void> {
  await ownSimulator.webhooks(behaviour);
  onTestFinished(() => ownSimulator.webhooks({ isPaused: false, copies: 1, jitterMs: 0 }));
}
