import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { MAIL_TEMPLATES, type MailTemplate } from '#common/mail-templates.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import { EMAIL_TEMPLATES } from './email-templates.ts';
import { GiftCardModel } from './gift-cards/gift-card-model.ts';
import { PurchaseModel } from './gift-cards/purchase-model.ts';
import type { EmailContent, EmailPart } from './mail/email-content.ts';
import { MailModel } from './mail/mail-model.ts';
import { renderEmail } from './mail/render-email.ts';
import { storeMessage } from './messages/receive-message.ts';
import { PaperNoticeModel } from './papers/paper-notice-model.ts';
import type { RideDoc } from './rides/ride-model.ts';
import { visitor } from './testing/as.ts';
import { storeApplication } from './testing/build-application.ts';
import { buildGiftCard } from './testing/build-gift-card.ts';
import { buildContact } from './testing/build-message.ts';
import { buildRide } from './testing/build-ride.ts';
import { buildDriver, buildRider, TEST_PASSWORD } from './testing/build-user.ts';
import { newId } from './testing/new-id.ts';
import { setUpTestApp } from './testing/set-up-test-app.ts';
import { inviteUser } from './users/invitations.ts';
import { UserModel } from './users/user-model.ts';

setUpTestApp();

/** Malicious text that the tests enter into every free-text field. */
const TYPED = 'Your account is locked, see evil.example';

interface Mailed {
  template: MailTemplate;
  aboutId: string;
  what?: string | undefined;
}

async function compose({ template, aboutId, what }: Mailed): Promise<EmailContent> {
  const { compose }: { compose: (id: string, what?: string) => Promise<EmailContent | null> } =
    EMAIL_TEMPLATES[template];
  const content = await compose(aboutId, what);
  if (!content) throw new Error(`${template} has nothing to say`);
  return content;
}

/** Expects typed text nowhere in subject, title or links, and in the body only in parts of these kinds. */
function expectTypedWithin(content: EmailContent, kinds: readonly EmailPart['kind'][]): void {
  const { parts, calendar: _calendar, ...head } = content;
  expect(JSON.stringify(head)).not.toContain('evil');
  const elsewhere = parts.filter(({ kind }) => kind === 'link' || !kinds.includes(kind));
  expect(JSON.stringify(elsewhere)).not.toContain('evil');
  const labels = parts.flatMap((part) => (part.kind === 'quote' ? part.label : []));
  expect(labels.join()).not.toContain('evil');
  expect(labels).not.toContain('');
  expect(renderEmail(content).html).not.toMatch(/href="[^"]*evil|<title>[^<]*evil/);
}

const text = { kind: 'booking', reason: TYPED, status: 'open', amountCents: 20_00 } as const;
const charge = { ...text, at: new Date(), paymentIntentId: null, refundId: null };

/** Creates a ride whose rider entered `TYPED` in every free-text field. */
const buildTyped = (riderId: string, overrides: Partial<RideDoc> = {}) =>
  buildRide({
    riderId,
    customerName: TYPED,
    customerEmail: 'typed@example.com',
    pickupLocation: `${TYPED}, one`,
    dropoffLocation: `${TYPED}, two`,
    stops: [TYPED],
    passenger: { name: TYPED, phone: '(702) 555-0134' },
    flightNumber: TYPED,
    specialRequests: TYPED,
    ...overrides,
  });

const historyOf = (...changes: RideChange[]) => changes.map((change) => ({ change, at: new Date() }));

/** Creates every email about rides of this rider. */
async function mailsOfRides(riderId: string): Promise<Mailed[]> {
  const tomorrow = addDays(dateInVegas(new Date()), 1);
  const scheduled = {
    scheduledDate: tomorrow,
    scheduledTime: '18:30',
    scheduledAt: toInstant(tomorrow, '18:30') ?? new Date(),
  };
  const rides: Record<string, Partial<RideDoc>> = {
    'ride-booked': {},
    'ride-changed': { history: historyOf('requested', 'paid', 'edited' as RideChange) },
    'ride-driver': { status: 'accepted', history: historyOf('requested', 'paid', 'accepted') },
    'ride-on-the-way': {
      status: 'accepted',
      enRouteAt: new Date(),
      history: historyOf('requested', 'paid', 'accepted', 'en_route'),
    },
    'ride-tomorrow': scheduled,
    'ride-receipt': { status: 'completed' },
    'ride-receipt-updated': {
      status: 'completed',
      history: historyOf('requested', 'paid', 'accepted', 'in_progress', 'completed', 'charge_paid'),
      charges: [{ ...charge, id: newId(), kind: 'adjustment', status: 'paid', paidAt: new Date() }],
    },
    'ride-still-searching': {},
    'ride-not-accepted': { status: 'cancelled' },
    'ride-cancelled': {
      status: 'cancelled',
      cancellation: { by: 'rider', feeCents: 0, reason: TYPED },
      history: historyOf('requested', 'paid', 'cancelled'),
    },
    'payment-link': { paymentStatus: 'pending', charges: [{ ...charge, id: newId() }] },
    'charge-too-late': { charges: [{ ...charge, id: newId(), kind: 'difference', status: 'refunded' }] },
  };
  return Promise.all(
    Object.entries(rides).map(async ([template, overrides]) => {
      const { id, history, charges } = await buildTyped(riderId, overrides);
      const isCharge = template === 'payment-link' || template === 'charge-too-late';
      return {
        template: template as MailTemplate,
        aboutId: isCharge ? (charges[0]?.id ?? '') : id,
        what: template === 'ride-tomorrow' ? tomorrow : String(history.length),
      };
    }),
  );
}

const TO_GIVEN_ADDRESS: readonly MailTemplate[] = [
  'gift-card',
  'gift-card-receipt',
  'gift-card-undelivered',
  'gift-card-voided',
];

/** Creates the emails about a gift card bought for another person. */
async function mailsOfGiftCards(): Promise<Mailed[]> {
  const { id } = await buildGiftCard();
  const voidId = newId();
  const typed = { recipientName: TYPED, personalMessage: TYPED };
  await PurchaseModel.create({
    _id: id,
    amountCents: 250_00,
    recipientEmail: 'somebody@example.com',
    ...typed,
    state: 'paid',
    buyerEmail: 'buyer@example.com',
    createdAt: new Date(),
    paidAt: new Date(),
  });
  const refund = { _id: voidId, key: 'k', amountCents: 250_00, by: 'Dana', at: new Date(), refund: 'owed' };
  await GiftCardModel.updateOne({ _id: id }, { voids: [{ ...refund, refundId: null }] });
  return [
    ...TO_GIVEN_ADDRESS.map((template) => ({ template, aboutId: id })),
    { template: 'gift-card-void-receipt', aboutId: voidId },
  ];
}

/**
 * Creates the emails to addresses that were typed into a form or belong to an account, of people whose name
 * is `TYPED`.
 */
async function mailsOfPeople(): Promise<Mailed[]> {
  const contact = buildContact({ name: TYPED, subject: TYPED, message: TYPED });
  const messageId = await storeMessage({ form: 'contact', content: contact }, null);
  const application = await storeApplication({ name: TYPED, note: TYPED });
  const driver = await buildDriver({ name: TYPED });
  const owner = { kind: 'driver', id: driver.id } as const;
  const notice = { owner, paper: 'license', expiresOn: '2030-01-01' };
  const { id: noticeId } = await PaperNoticeModel.create(notice);
  await inviteUser({ name: TYPED, email: `${randomUUID()}@example.com`, phone: null, role: 'driver' });

  const browser = visitor();
  const email = `${randomUUID()}@example.com`;
  await browser.post('/api/users', { name: TYPED, email, password: TEST_PASSWORD });
  await browser.post('/api/password-resets', { email });
  await browser.send('PUT', '/api/account/email', {
    role: 'rider',
    currentPassword: TEST_PASSWORD,
    email: `evil-${randomUUID()}@evil.example`,
  });
  const written = await MailModel.find({
    template: {
      $in: ['invitation', 'email-confirmation', 'password-reset', 'email-change-asked', 'email-change'],
    },
  });
  const user = await UserModel.findOneAndUpdate({ email }, { passwordChangedAt: new Date(0) });
  return [
    { template: 'message-received', aboutId: messageId },
    { template: 'driver-application-received', aboutId: application.id },
    { template: 'driver-application-approved', aboutId: application.id },
    { template: 'driver-application-declined', aboutId: application.id },
    { template: 'paper-ending', aboutId: noticeId },
    { template: 'password-changed', aboutId: user?.id ?? '', what: new Date(0).toISOString() },
    { template: 'factor-changed', aboutId: user?.id ?? '', what: `reset:${new Date(0).toISOString()}` },
    ...written.map(({ template, aboutId }) => ({ template, aboutId: aboutId.toHexString() })),
  ];
}

/** Emails not examined here, with the reason. */
const OTHERS: Partial<
  Record<MailTemplate, 'to ourselves' | 'in words of our staff' | 'as email-change' | 'of fixed words'>
> = {
  'message-for-operations': 'to ourselves',
  'alert-notice': 'to ourselves',
  'payment-notice': 'to ourselves',
  'paper-ending-for-operations': 'to ourselves',
  'driver-application-for-operations': 'to ourselves',
  'driver-application-answered': 'to ourselves',
  'driver-application-undelivered': 'to ourselves',
  'driver-application-more-needed': 'in words of our staff',
  // An answer quotes the message, which a staff member has read.
  'message-answer': 'in words of our staff',
  'email-changed': 'as email-change',
  'account-deleted': 'of fixed words',
};

test('typed text is never in subject, title or links of an email, and for entered addresses only in labeled quotes', async () => {
  const rider = await buildRider({ name: TYPED });
  const ofRides = await mailsOfRides(rider.id);
  const ofOthers = [...(await mailsOfGiftCards()), ...(await mailsOfPeople())];

  for (const mail of ofRides) {
    const content = await compose(mail);
    expect(content.to).toBe(rider.email);
    // Typed text is allowed in the body here: the rider's own words, in the rider's own mailbox.
    expectTypedWithin(content, ['route', 'rows', 'text']);
  }
  for (const mail of ofOthers) {
    const { to, ...content } = await compose(mail);
    expectTypedWithin({ to: '', ...content }, ['quote']);
  }
  const seen = [...ofRides, ...ofOthers].map(({ template }) => template);
  expect([...new Set([...seen, ...Object.keys(OTHERS)])].toSorted()).toEqual([...MAIL_TEMPLATES].toSorted());
});

test('emails about rides to an unconfirmed address contain no typed text', async () => {
  const rider = await buildRider({ name: TYPED, emailConfirmedAt: null });

  for (const mail of await mailsOfRides(rider.id)) {
    const content = await compose(mail);
    const { html, text } = renderEmail(content);
    expect(content.to).toBe(rider.email);
    expect(`${JSON.stringify(content)}${html}${text}`).not.toContain('evil');
    expect(content).not.toHaveProperty('calendar');
    expect(text).toContain('Reference: MRQ-');
    expect(text).toContain('while this address is not confirmed');
  }
});

test('the booking email to an invited rider who cannot sign in yet contains the text that staff typed', async () => {
  const email = `${randomUUID()}@example.com`;
  const { id } = await inviteUser({ name: 'Cass Caller', email, phone: null, role: 'rider' });
  const { id: aboutId } = await buildTyped(id);

  expect(JSON.stringify(await compose({ template: 'ride-booked', aboutId }))).toContain('evil');
});
