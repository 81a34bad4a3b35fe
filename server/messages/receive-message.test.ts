import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isDuplicateKey } from '../infra/mongo.ts';
import { buildContact } from '../testing/build-message.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { MessageModel } from './message-model.ts';
import { storeMessage } from './receive-message.ts';

setUpTestDatabase();

test('storing a message again with its idempotency key returns the stored message', async () => {
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
])(
  'storing a message %s that another unique index refuses fails with the duplicate key error',
  async (_how, key) => {
    await refuseSecondMessages();
    const content = buildContact();
    await storeMessage({ form: 'contact', content }, null);

    const failure = await failureOf(
      storeMessage({ form: 'contact', content: { ...content, message: 'Something else altogether.' } }, key),
    );

    expect(failure).toBe(true);
  },
);
