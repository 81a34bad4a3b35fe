import { expect, test, vi } from 'vitest';
import { redis } from '../infra/redis.ts';
import { relayOutbox } from '../relay-outbox.ts';
import { buildDispatcher } from '../testing/build-user.ts';
import { connectSocket } from '../testing/connect-socket.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { unpublished } from '../testing/unpublished.ts';
import { type AlertDoc, AlertModel, toAlert } from './alert-model.ts';
import { type NewAlert, openAlert, resolveAlert } from './alerts.ts';
import { alertsData } from './alerts-data.ts';
import { resolveByHand, takeAlert } from './resolve-alert.ts';

setUpTestApp();

const DANA = { id: newId(), name: 'Dana Reyes' };
const LONG_AGO = new Date(Date.now() - 60_000);

function newAlert(): NewAlert {
  const subject = { kind: 'ride', id: newId(), name: 'Robin Rider' };
  return { key: `${subject.id} unassigned`, kind: 'unassigned', subject, text: 'Nobody has it.' };
}

const stored = async ({ key }: NewAlert) => AlertModel.findOne({ key }).lean<AlertDoc>().orFail();
const idOf = async (alert: NewAlert) => (await stored(alert))._id.toHexString();
const backdate = ({ key }: NewAlert) =>
  AlertModel.collection.updateOne({ key }, { $set: { unpublishedSince: LONG_AGO } });

/** Connects an open console that fetches nothing on its own. */
async function openConsole() {
  const page = await connectSocket(await buildDispatcher());
  await page.socket.timeout(5_000).emitWithAck('ops:watch');
  return page;
}

const CHANGES: Record<string, (alert: NewAlert) => Promise<unknown>> = {
  opened: openAlert,
  'made more urgent': async (alert) => {
    await openAlert(alert);
    await openAlert({ ...alert, kind: 'unaccepted', urgency: 'now' });
  },
  taken: async (alert) => {
    await openAlert(alert);
    await takeAlert(await idOf(alert), 1, DANA);
  },
  'resolved by hand': async (alert) => {
    await openAlert(alert);
    await resolveByHand(await idOf(alert), { version: 1, by: DANA, note: null });
  },
  'resolved by an event': async (alert) => {
    await openAlert(alert);
    await resolveAlert(alert.key);
  },
  'about somebody who was erased': async (alert) => {
    await openAlert(alert);
    await alertsData.erase({ documentIds: [alert.subject.id], drivenIds: [] } as never);
  },
};

test.each(Object.entries(CHANGES))(
  'an alert %s while Redis is down is relayed to open consoles afterwards',
  async (_change, change) => {
    const page = await openConsole();
    const alert = newAlert();
    await unpublished(() => change(alert));
    await backdate(alert);

    await relayOutbox();

    expect(await page.next('alert:changed')).toEqual([toAlert(await stored(alert))]);
    expect(await stored(alert)).not.toHaveProperty('unpublishedSince');
  },
);

test('a published alert is not relayed, and an unpublished alert is relayed exactly once', async () => {
  const page = await openConsole();
  const [published, missed] = [newAlert(), newAlert()];
  await openAlert(published);
  expect(await stored(published)).not.toHaveProperty('unpublishedSince');
  await unpublished(() => openAlert(missed));
  expect(await stored(missed)).toMatchObject({ unpublishedSince: expect.any(Date) });
  await backdate(missed);

  await relayOutbox();
  await relayOutbox();
  await resolveAlert(published.key);

  const versions = [1, 2, 3].map(async () =>
    (await page.next('alert:changed')).map(({ version }) => version),
  );
  expect(await Promise.all(versions)).toEqual([[1], [1], [2]]);
  expect(page.unheard('alert:changed')).toBe(0);
});

test('a stale version of an alert that is published late is followed by the current version', async () => {
  const page = await openConsole();
  const alert = newAlert();
  const publish = redis.publish.bind(redis);
  const spy = vi.spyOn(redis, 'publish').mockImplementationOnce(async (to, message) => {
    // The process pauses just before it publishes the first version.
    await resolveAlert(alert.key);
    return publish(to, message);
  });

  await openAlert(alert);
  spy.mockRestore();
  const last = newAlert();
  await openAlert(last);

  const versions: number[] = [];
  for (;;) {
    const items = await page.next('alert:changed');
    if (items.some(({ subject }) => subject.id === last.subject.id)) break;
    versions.push(...items.map(({ version }) => version));
  }
  expect(versions).toContain(1);
  expect(versions.at(-1)).toBe(2);
  expect(await stored(alert)).not.toHaveProperty('unpublishedSince');
});
