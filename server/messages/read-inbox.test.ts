import { expect, test } from 'vitest';
import { buildContact, buildLostItem } from '../testing/build-message.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { MessageModel } from './message-model.ts';
import { listInbox, readThread } from './read-inbox.ts';
import { storeMessage } from './receive-message.ts';

setUpTestDatabase();

const SUBJECT = `A wedding in March: ${'two buses from the Bellagio to Red Rock and back, '.repeat(2)}at noon`;

test('a long subject is shortened in the inbox list and complete in the message', async () => {
  await MessageModel.deleteMany();
  const id = await storeMessage({ form: 'contact', content: buildContact({ subject: SUBJECT }) }, null);

  const { rows } = await listInbox({});

  expect(rows[0]?.subject).toBe(`${SUBJECT.slice(0, 79).trimEnd()}…`);
  expect((await readThread(id, async () => null)).subject).toBe(SUBJECT);
});

test('the subject of a lost item is the start of its description, which is also shown in full', async () => {
  const description = 'A grey scarf of wool with a red stripe '.repeat(5).trim();
  const id = await storeMessage({ form: 'lost-item', content: buildLostItem({ description }) }, null);

  const { subject, words } = await readThread(id, async () => null);

  expect(subject).toHaveLength(80);
  expect(words).toBe(description);
});
