import type { Types } from 'mongoose';
import { MailModel } from '../mail/mail-model.ts';
import type { UserRecord } from '../users/user-model.ts';
import { as } from './as.ts';
import type { Reply } from './test-client.ts';

/** The path of staff's API calls about a driver application. */
export const pathOf = ({ id }: { id: string }): string => `/api/ops/driver-applications/${id}`;

/** The statuses of concurrent replies, sorted. */
export const statuses = (replies: Reply[]): number[] => replies.map(({ status }) => status).toSorted();

/** The templates of the emails about an application or one of its messages. */
export const mailsAbout = async (aboutId: Types.ObjectId | undefined) =>
  (await MailModel.find({ aboutId }).lean()).map(({ template }) => template);

/** Asks an applicant for a sharper photo of their insurance. */
export const ask = (admin: UserRecord, application: { id: string }, version: number): Promise<Reply> =>
  as(admin).post(`${pathOf(application)}/ask`, { version, message: 'A sharper photo?', paper: 'insurance' });
