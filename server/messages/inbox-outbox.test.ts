import { expect, test } from 'vitest';
import { relayOutbox } from '../relay-outbox.ts';
import { buildContact } from '../testing/build-message.ts';
import { buildDispatcher } from '../testing/build-user.ts';
import { connectSocket } from '../testing/connect-socket.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { unpublished } from '../testing/unpublished.ts';
import { answerThread, moveThread, noteThread } from './change-thread.ts';
import { MessageModel } from './message-model.ts';
import { presentRow } from './present-message.ts';
import { findMessage, storeMessage } from './receive-message.ts';

setUpTestApp();

const LONG_AGO = new Date(Date.now() - 60_000);
const receive = () => storeMessage({ form: 'contact', content: buildContact() }, null);

/** Connects an open console that fetches nothing on its own. Returns it with its dispatcher. */
async function openConsole() {
  const dana = await buildDispatcher({ name: 'Dana Reyes' });
  const page = await connectSocket(dana);
  await page.socket.timeout(5_000).emitWithAck('ops:watch');
  return { page, by: { id: dana.id, name: 'Dana Reyes' } };
}

type Change = Parameters<typeof noteThread>[0];

const CHANGES: Record<string, (change: Change) => Promise<unknown>> = {
  'came in': async () => {},
  'was given to somebody': (change) => moveThread({ ...change, assigneeId: change.by.id }),
  'was done': (change) => moveThread({ ...change, state: 'done' }),
  'was answered': (change) => answerThread({ ...change, state: 'waiting' }),
  'was noted on': noteThread,
};

test.each(Object.entries(CHANGES))(
  'a message that %s while Redis is down is relayed to open consoles once',
  async (_what, make) => {
    const { page, by } = await openConsole();
    const messageId = await unpublished(async () => {
      const id = await receive();
      await make({ messageId: id, version: 1, by, text: 'Gladly.' });
      return id;
    });
    const { _id } = await findMessage(messageId);
    await MessageModel.collection.updateOne({ _id }, { $set: { unpublishedSince: LONG_AGO } });

    await relayOutbox();
    await relayOutbox();

    expect(await page.next('inbox:changed')).toEqual([presentRow(await findMessage(messageId))]);
    expect(await findMessage(messageId)).not.toHaveProperty('unpublishedSince');
    const next = await receive();
    expect(await page.next('inbox:changed')).toMatchObject([{ id: next }]);
  },
);

test('a change to a message stored before the inbox existed is published to consoles', async () => {
  const { page, by } = await openConsole();
  const messageId = await receive();
  await page.next('inbox:changed');
  await MessageModel.updateOne({ _id: messageId }, { $unset: { state: 1, version: 1, movedAt: 1 } });

  await noteThread({ messageId, version: 1, by, text: 'Long ago.' });

  expect(await page.next('inbox:changed')).toMatchObject([{ id: messageId, version: 2 }]);
  expect(await findMessage(messageId)).not.toHaveProperty('unpublishedSince');
});
