import '../testing/own-mailbox.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { addDays, dateInVegas } from '#common/time.ts';
import { startWorker } from '#workers/testing/start-worker.ts';
import { env } from '../env.ts';
import { MailModel } from '../mail/mail-model.ts';
import { visitor } from '../testing/as.ts';
import { buildContact, buildLostItem, LEADS, newSender } from '../testing/build-message.ts';
import { ownMailbox } from '../testing/own-mailbox.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { MessageModel } from './message-model.ts';

setUpTestApp();
beforeAll(() => startWorker());

const stored = (email: string) => MessageModel.find({ 'content.email': email }).lean();

/** Waits for the email to operations whose replies go to this sender. */
async function operationsEmail(email: string) {
  for (let count = 1; ; count += 1) {
    const mails = await ownMailbox.waitFor(env.MAIL_TO, count);
    const mail = mails.find(({ replyTo }) => replyTo?.[0]?.address === email);
    if (mail) return mail;
  }
}

test('a contact message is stored, emailed to operations and confirmed to its sender', async () => {
  const contact = buildContact();

  const reply = await visitor().post('/api/contact', contact);

  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ message: "We'll get back to you within 24 hours." });
  expect(await stored(contact.email)).toMatchObject([{ form: 'contact', content: contact }]);
  const forOperations = await operationsEmail(contact.email);
  expect(forOperations).toMatchObject({
    subject: 'Message from the contact form: Wedding transport in March',
    from: [{ name: 'Marquee', address: env.MAIL_FROM }],
    replyTo: [{ name: 'Jordan Lee', address: contact.email }],
  });
  expect(forOperations.text).toContain('Phone: (702) 555-0137');
  expect(forOperations.text).toContain('> Two party buses, please.\n> From noon on.');
  expect(forOperations.html).toContain('Two party buses, please.<br>From noon on.');
  const [confirmation] = await ownMailbox.waitFor(contact.email);
  expect(confirmation).toMatchObject({ subject: 'We have your message', to: [{ address: contact.email }] });
  expect(confirmation?.text).toContain("We'll get back to you within 24 hours.");
});

test('the confirmation email repeats none of the typed text', async () => {
  const contact = buildContact({ name: 'Cheap pills', subject: 'Cheap pills', message: 'Cheap pills here' });

  await visitor().post('/api/contact', contact);

  const [confirmation] = await ownMailbox.waitFor(contact.email);
  expect(`${confirmation?.subject} ${confirmation?.text} ${confirmation?.html}`).not.toContain('pills');
});

test('a report of a lost item is stored, emailed to operations and confirmed to its sender', async () => {
  const report = buildLostItem({ tripDate: dateInVegas(new Date()) });

  const reply = await visitor().post('/api/lost-items', report);

  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({
    message: "We'll get back to you within 24 hours. Found items are held for 30 days.",
  });
  expect(await stored(report.email)).toMatchObject([{ form: 'lost-item', content: report }]);
  const forOperations = await operationsEmail(report.email);
  expect(forOperations.subject).toBe('Lost item report: A grey scarf, on the back seat');
  expect(forOperations.text).toContain(`Trip date: ${report.tripDate}\nPickup: Bellagio`);
  const [confirmation] = await ownMailbox.waitFor(report.email);
  expect(confirmation?.text).toContain('held for 30 days');
});

test.each(Object.values(LEADS))(
  'a lead of kind $kind is stored and emailed to operations',
  async (fields) => {
    const lead = { ...fields, email: newSender() };

    const reply = await visitor().post('/api/leads', lead);

    expect(reply.status).toBe(200);
    expect(await stored(lead.email)).toMatchObject([{ form: 'lead', content: lead }]);
    const { text } = await operationsEmail(lead.email);
    const { kind: _, ...typed } = lead;
    for (const value of Object.values(typed)) expect(text).toContain(String(value));
  },
);

const MARKUP = '<img src=x onerror=alert(1)>';

test('markup in form fields is escaped in emails to operations', async () => {
  const contact = buildContact({
    name: MARKUP,
    subject: MARKUP,
    message: `${MARKUP}\n</blockquote><script>alert(2)</script>`,
  });
  const report = buildLostItem({
    pickupLocation: MARKUP,
    dropoffLocation: MARKUP,
    description: `"'>${MARKUP}`,
  });
  const lead = {
    ...LEADS['bulk-order'],
    name: MARKUP,
    company: MARKUP,
    note: MARKUP,
    email: newSender(),
  };
  await visitor().post('/api/contact', contact);
  await visitor().post('/api/lost-items', report);
  await visitor().post('/api/leads', lead);

  for (const email of [contact.email, report.email, lead.email]) {
    const { html, text } = await operationsEmail(email);
    expect(html).not.toMatch(/<(img|script|b)\b/);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).toContain(MARKUP);
  }
});

test('a line break in a name or subject is refused and sends no email', async () => {
  const break_ = '\r\nBcc: victim@example.com\r\n\r\n';
  const contact = buildContact();

  for (const part of [{ name: `Jo${break_}Lee` }, { subject: `Hello${break_}there` }]) {
    const reply = await visitor().post('/api/contact', { ...contact, ...part });
    expect([reply.status, Object(reply.body).message]).toEqual([400, 'Please write this on one line.']);
  }
  expect(ownMailbox.to('victim@example.com')).toEqual([]);
});

test('a subscription to offers is confirmed as noted, without a promise of emails that nothing sends', async () => {
  const { body } = await visitor().post('/api/leads', { ...LEADS.offers, email: newSender() });

  expect(body).toEqual({ message: 'Thank you. We have noted that you would like to hear about new offers.' });
});

test('joining a waitlist promises no email, because none is sent', async () => {
  const { body } = await visitor().post('/api/leads', { ...LEADS.waitlist, email: newSender() });

  expect(body).toEqual({ message: 'Thank you. We have noted your city.' });
});

test('an encoded word in a subject or name is not decoded in the email', async () => {
  const encoded = '=?utf-8?B?SGFja2Vk?=';
  const contact = buildContact({ name: encoded, subject: encoded });

  await visitor().post('/api/contact', contact);

  const mail = await operationsEmail(contact.email);
  expect(mail.subject.replaceAll('\u200c', '')).toBe(`Message from the contact form: ${encoded}`);
  expect(mail.headers['reply-to']).not.toContain('Hacked');
});

test.each([
  ['/api/contact', buildContact(), { name: ' ' }, 'Name is required'],
  ['/api/contact', buildContact(), { name: 'x'.repeat(101) }, 'Please keep this to 100 characters'],
  ['/api/contact', buildContact(), { email: '' }, 'Please enter a valid email address'],
  ['/api/contact', buildContact(), { email: 'jordan@example' }, 'Please enter a valid email address'],
  ['/api/contact', buildContact(), { email: 'a@b.c\r\nBcc: d@e.f' }, 'Please enter a valid email address'],
  ['/api/contact', buildContact(), { phone: 'call me' }, 'Please enter a valid phone number'],
  ['/api/contact', buildContact(), { subject: '' }, 'Subject is required'],
  ['/api/contact', buildContact(), { message: '' }, 'Message is required'],
  ['/api/contact', buildContact(), { message: 'Nine char' }, 'Message must be at least 10 characters'],
  ['/api/contact', buildContact(), { message: 'x'.repeat(2001) }, 'Please keep this to 2000 characters'],
  ['/api/lost-items', buildLostItem(), { tripDate: '' }, 'Please choose the date of the trip'],
  ['/api/lost-items', buildLostItem(), { tripDate: '2026-02-30' }, 'Please choose the date of the trip'],
  [
    '/api/lost-items',
    buildLostItem(),
    { tripDate: addDays(dateInVegas(new Date()), 1) },
    'The trip date cannot be in the future',
  ],
  ['/api/lost-items', buildLostItem(), { pickupLocation: '' }, 'Pickup location is required'],
  ['/api/lost-items', buildLostItem(), { dropoffLocation: '' }, 'Drop-off location is required'],
  ['/api/lost-items', buildLostItem(), { description: ' ' }, 'Please describe the item'],
  ['/api/lost-items', buildLostItem(), { phone: '' }, 'Please enter a valid phone number'],
  ['/api/leads', LEADS.waitlist, { email: 'nobody' }, 'Please enter a valid email address'],
  ['/api/leads', { ...LEADS.job, email: newSender() }, { position: '' }, 'Please choose a position'],
  [
    '/api/leads',
    { ...LEADS['bulk-order'], email: newSender() },
    { quantity: 4 },
    'Bulk orders start at 5 cards',
  ],
])('%s refuses the invalid input %#', async (path, fields, part, message) => {
  const before = await MessageModel.countDocuments();

  const reply = await visitor().post(path, { ...fields, ...part });

  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({ code: 'INVALID_REQUEST', message });
  expect(Object(reply.body).issues[0].path).toBe(Object.keys(part)[0]);
  expect(await MessageModel.countDocuments()).toBe(before);
});

test('a form that is sent repeatedly with one idempotency key is stored and emailed once', async () => {
  const browser = visitor();
  const contact = buildContact();
  const key = { 'idempotency-key': randomUUID() };

  const both = await Promise.all([1, 2].map(() => browser.post('/api/contact', contact, key)));
  const later = await browser.post('/api/contact', contact, key);

  expect([...both, later].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await stored(contact.email)).toHaveLength(1);
  const [message] = await stored(contact.email);
  const mails = await MailModel.find({ aboutId: message?._id }).lean();
  expect(mails.map(({ template }) => template).toSorted()).toEqual([
    'message-for-operations',
    'message-received',
  ]);
});

test('two different messages with the same idempotency key are both stored', async () => {
  const browser = visitor();
  const contact = buildContact();
  const key = { 'idempotency-key': randomUUID() };

  await browser.post('/api/contact', contact, key);
  await browser.post('/api/contact', { ...contact, message: 'And one more thing.' }, key);

  expect(await stored(contact.email)).toHaveLength(2);
});

test('one mailbox gets at most ten confirmations a day, and operations get every message', async () => {
  const [name, domain] = newSender().split('@');
  const emails = Array.from({ length: 12 }, (_, count) => `${name}+${count}@${domain}`);
  for (const email of emails) {
    expect((await visitor().post('/api/contact', buildContact({ email }))).status).toBe(200);
  }

  const messages = await MessageModel.find({ 'content.email': { $in: emails } }).lean();
  const mails = await MailModel.find({ aboutId: { $in: messages.map(({ _id }) => _id) } }).lean();
  const of = (template: string) => mails.filter((mail) => mail.template === template).length;
  expect([of('message-for-operations'), of('message-received')]).toEqual([12, 10]);
});

test('after twenty messages from one IP address the next message is refused with 429', async () => {
  const browser = visitor();
  const statuses = new Set<number>();
  for (let sent = 0; sent < 20; sent += 1) {
    statuses.add((await browser.post('/api/leads', { ...LEADS.offers, email: newSender() })).status);
  }
  expect([...statuses]).toEqual([200]);

  const reply = await browser.post('/api/contact', buildContact());

  expect(reply.status).toBe(429);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
});
