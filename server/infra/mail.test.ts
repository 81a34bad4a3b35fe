import '../testing/own-mailbox.ts';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newSender } from '../testing/build-message.ts';
import { ownMailbox } from '../testing/own-mailbox.ts';
import { deliverMail } from './mail.ts';

test.each(['root,', 'root:', '(root)'])(
  'an email to an address that begins with %s is sent to that one address only',
  async (prefix) => {
    const victim = newSender();
    const [name, domain] = victim.split('@');

    const mail = { id: randomUUID(), subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>' };
    await deliverMail({ ...mail, to: `${prefix}${victim}` });

    const [received] = await ownMailbox.waitFor(`"${prefix}${name}"@${domain}`);
    expect(received?.envelope.to).toHaveLength(1);
    expect([...ownMailbox.to(victim), ...ownMailbox.to('root')]).toEqual([]);
  },
  5_000,
);
