import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { connectStripe, control } from './testing/start-test-simulator.ts';

const directory = mkdtempSync(join(tmpdir(), 'stripe-simulator-'));
const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(directory, { recursive: true });
});

/** Starts the simulator as `npm start` does and waits until it is ready. */
async function start(args: string[]) {
  const entry = fileURLToPath(new URL('./index.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', entry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('ready ')) return { child, exited, url: line.slice('ready '.length) };
  }
  await exited;
  throw new Error(errors);
}

test('a simulator killed under load restarts with every acknowledged write and sends pending webhooks', async () => {
  const delivered = new Set<string>();
  const hook = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    const event = JSON.parse(body);
    delivered.add(`${event.type} ${event.data.object.id}`);
    res.end();
    hook.emit('delivered');
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const address = hook.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  const args = ['--dir', directory, '--webhook-url', `http://127.0.0.1:${address.port}/`];

  const first = await start(args);
  await control(first.url, 'webhooks', { isPaused: true });
  const stripe = connectStripe(first.url);
  const paid = new Map<string, string>();
  const pay = async (number: number) => {
    const key = `ride:${number}:pi:1`;
    const intent = await stripe.paymentIntents.create(
      { amount: 5_000 + number, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' },
      { idempotencyKey: key },
    );
    paid.set(key, intent.id);
    if (paid.size === 60) first.child.kill('SIGKILL');
  };
  await Promise.allSettled(Array.from({ length: 300 }, (_, number) => pay(number)));
  await first.exited;
  expect(paid.size).toBeGreaterThanOrEqual(60);
  expect(delivered.size).toBe(0);

  const second = await start(args);
  const again = connectStripe(second.url);
  for (const [key, id] of paid) {
    const number = Number(key.split(':')[1]);
    const replay = await again.paymentIntents.create(
      { amount: 5_000 + number, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' },
      { idempotencyKey: key },
    );
    expect(replay.id).toBe(id);
    expect(await again.paymentIntents.retrieve(id)).toMatchObject({
      status: 'succeeded',
      amount_received: 5_000 + number,
    });
  }
  const owed = [...paid.values()].map((id) => `payment_intent.succeeded ${id}`);
  while (!owed.every((each) => delivered.has(each))) {
    await once(hook, 'delivered', { signal: AbortSignal.timeout(10_000) });
  }

  await expect(start(args)).rejects.toThrow('is in use by process');
  second.child.kill('SIGTERM');
  expect(await second.exited).toEqual([0, null]);
  hook.closeAllConnections();
  hook.close();
});
