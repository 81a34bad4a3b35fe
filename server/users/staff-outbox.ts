import { STAFF_CHANGED } from '#common/users/staff.ts';
import { createNoticeOutbox } from '../infra/notice-outbox.ts';
import { type UserDoc, UserModel } from './user-model.ts';

/** Has every node take the sockets of one of the staff out of the console until their page has asked again. Calls are checked each time anyway. */
export const staffOutbox = createNoticeOutbox<UserDoc>({
  model: UserModel,
  channel: STAFF_CHANGED,
  compose: ({ _id }) => _id.toHexString(),
});
