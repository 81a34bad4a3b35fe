import { createOpsOutbox } from '../infra/ops-outbox.ts';
import { MessageModel } from './message-model.ts';
import { presentRow } from './present-message.ts';

/** Shows messages in the inbox of every open console, with each change. */
export const inboxOutbox = createOpsOutbox({
  model: MessageModel,
  event: 'inbox:changed',
  present: presentRow,
});
