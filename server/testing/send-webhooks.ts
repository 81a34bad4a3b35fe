import { onTestFinished } from 'vitest';
import { ownSimulator } from './own-simulator.ts';

/** Has the webhooks of the own simulator go out in another way until the test ends. */
export async function sendWebhooks(behaviour: Parameters<typeof ownSimulator.webhooks>[0]): Promise<void> {
  await ownSimulator.webhooks(behaviour);
  onTestFinished(() => ownSimulator.webhooks({ isPaused: false, copies: 1, jitterMs: 0 }));
}
