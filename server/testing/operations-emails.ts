import { expect, vi } from 'vitest';
import { env } from '../env.ts';
import { ownMailbox } from './own-mailbox.ts';

/** Waits for `count` emails to operations that contain this id. Returns them. */
export async function operationsEmails(id: string, count = 1) {
  const emailsNow = () => ownMailbox.to(env.MAIL_TO).filter(({ text }) => text?.includes(id));
  await vi.waitFor(() => expect(emailsNow()).toHaveLength(count), { timeout: 10_000 });
  return emailsNow();
}
