import { createOpsOutbox } from '../infra/ops-outbox.ts';
import { MessageModel } from './message-model.ts';
import { presentRow } from './present-message.ts';

/** Publishes every change of a message to the inbox of all open consoles. */
export const inboxOutbox = createOpsOutbox({
  model: MessageModel,
  event: 'inbox:changed',
  present: presentRow,
});
