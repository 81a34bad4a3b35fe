import { expect, vi } from 'vitest';
import { env } from '../env.ts';
import { ownMailbox } from './own-mailbox.ts';

/** The letters to the house that name this ride or purchase, once so many are there. */
export async function operationsEmails(id: string, count = 1) {
  const lettersNow = () => ownMailbox.to(env.MAIL_TO).filter(({ text }) => text?.includes(id));
  await vi.waitFor(() => expect(lettersNow()).toHaveLength(count), { timeout: 10_000 });
  return lettersNow();
}
