import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isDuplicateKey } from '../infra/mongo.ts';
import { buildContact } from '../testing/build-message.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { MessageModel } from './message-model.ts';
import { storeMessage } from './receive-message.ts';

setUpTestDatabase();

test('a message repeated with its key is the one stored before', async () => {
  const message = { form: 'contact', content: buildContact() } as const;
  const key = randomUUID();

  const id = await storeMessage(message, key);

  expect(await storeMessage(message, key)).toBe(id);
  expect(await MessageModel.countDocuments()).toBe(1);
});

/** Adds a unique index, so that the database refuses a second message from one address. */
const refuseSecondMessages = () =>
  MessageModel.collection.createIndex({ 'content.email': 1 }, { unique: true });

const failureOf = (storing: Promise<string>) =>
  storing.then(
    (id) => `stored as ${id}`,
    (error: unknown) => isDuplicateKey(error),
  );

test.each([
  ['without a key', null],
  ['with a key', randomUUID()],
])('a message %s that a unique index refuses is not taken for another one', async (_how, key) => {
  await refuseSecondMessages();
  const content = buildContact();
  await storeMessage({ form: 'contact', content }, null);

  const failure = await failureOf(
    storeMessage({ form: 'contact', content: { ...content, message: 'Something else altogether.' } }, key),
  );

  expect(failure).toBe(true);
});
