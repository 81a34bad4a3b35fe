import { expect, test } from 'vitest';
import type { InboxState } from '#common/messages/inbox.ts';
import { buildContact } from '../testing/build-message.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { MessageModel } from './message-model.ts';
import { messagesData } from './messages-data.ts';
import { storeMessage } from './receive-message.ts';

setUpTestApp();

const PERIOD_ENDS = new Date('2024-06-01T12:00:00Z');
const [OLD, YOUNG] = [new Date('2024-05-31T12:00:00Z'), new Date('2024-06-02T12:00:00Z')];

test.each([
  ['done', OLD, 'goes'],
  ['waiting', OLD, 'goes'],
  ['open', OLD, 'stays'],
  ['done', YOUNG, 'stays'],
  ['waiting', YOUNG, 'stays'],
] satisfies [InboxState, Date, string][])(
  'when the retention period ends on 1 June, a message that is %s since %j %s',
  async (state, movedAt, what) => {
    const id = await storeMessage({ form: 'contact', content: buildContact() }, null);
    await MessageModel.updateOne({ _id: id }, { $set: { state, movedAt, receivedAt: OLD } });

    await messagesData.removeBefore(PERIOD_ENDS);

    expect((await MessageModel.exists({ _id: id })) === null).toBe(what === 'goes');
  },
);
