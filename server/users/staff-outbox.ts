import { STAFF_CHANGED } from '../infra/channels.ts';
import { createNoticeOutbox } from '../infra/notice-outbox.ts';
import { type UserDoc, UserModel } from './user-model.ts';

/**
 * Publishes changes of a staff member's access. Every node then removes their sockets from the console's
 * rooms until the page watches again (`ops:watch`). API calls check access each time anyway.
 */
export const staffOutbox = createNoticeOutbox<UserDoc>({
  model: UserModel,
  channel: STAFF_CHANGED,
  compose: ({ _id }) => _id.toHexString(),
});
