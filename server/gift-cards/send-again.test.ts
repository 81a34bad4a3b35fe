import { expect, test, vi } from 'vitest';
import { AppError } from '#common/errors.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { EMAIL_TEMPLATES } from '../email-templates.ts';
import { logger } from '../infra/logger.ts';
import { jobQueue } from '../infra/queues.ts';
import { MailModel } from '../mail/mail-model.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { Person } from '../personal-data-source.ts';
import { as } from '../testing/as.ts';
import { buildPaidCard, markSent } from '../testing/build-paid-card.ts';
import { buildAdmin } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { fulfilGiftCard, resendGiftCard } from './fulfil-gift-card.ts';
import { purchasesData } from './gift-cards-data.ts';
import { PurchaseModel } from './purchase-model.ts';
import { reconcilePurchases } from './purchases.ts';
import { sendGiftCardAgain } from './send-again.ts';

setUpTestApp();

test('concurrent resends send one email, and a card is resent at most five times a day, to any address', async () => {
  const card = await buildPaidCard();
  const [first, second] = [await buildAdmin({ name: 'Robin Hale' }), await buildAdmin({ name: 'Mo Bell' })];
  const path = `/api/ops/gift-cards/${card.id}/send`;

  const both = await Promise.all([first, second].map((admin) => as(admin).post(path, { resends: 0 })));

  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(Object(both.find(({ status }) => status === 409)?.body).message).toMatch(
    / sent it again a moment ago/,
  );
  for (let resends = 1; resends < 5; resends += 1) {
    await markSent(card.id);
    const { status, body } = await as(first).post(path, { resends, recipientEmail: 'H.Cho@example.com' });
    expect([status, Object(body).recipientEmail, Object(body).delivery.state]).toEqual([
      200,
      'H.Cho@example.com',
      'waiting',
    ]);
  }
  const sixth = await as(first).post(path, { resends: 5 });
  expect([sixth.status, Number(sixth.headers.get('retry-after')) > 86_000]).toEqual([429, true]);
  const found = await as(first).get('/api/ops/gift-cards?q=h.cho%40');
  expect(found.body).toMatchObject({ cards: [{ id: card.id }] });
  const lines = await AuditModel.find({ 'subject.id': card.id }).sort({ at: 1 }).lean();
  expect(lines).toHaveLength(5);
  expect(lines[1]).toMatchObject({
    action: 'gift card sent again',
    before: { recipientEmail: 'Hannah.Cho@example.com' },
    after: { recipientEmail: 'H.Cho@example.com' },
  });
});

test('the buyer is told of each resend whose email is rejected, once', async () => {
  const card = await buildPaidCard();
  const admin = await buildAdmin();
  const compose = () => Promise.reject(new AppError('NOT_FOUND', 'rejected'));
  const templates = { ...EMAIL_TEMPLATES, 'gift-card': { ...EMAIL_TEMPLATES['gift-card'], compose } };
  const mail = await MailModel.findOne({ template: 'gift-card', aboutId: card.id }).orFail();

  for (const resends of [0, 1]) {
    await as(admin).post(`/api/ops/gift-cards/${card.id}/send`, {
      resends,
      recipientEmail: 'h.cho@example.com',
    });
    await sendMail(mail.id, templates);
    await sendMail(mail.id, templates);
  }

  expect(await MailModel.countDocuments({ template: 'gift-card-undelivered', aboutId: card.id })).toBe(2);
  expect(logger.error).toHaveBeenCalledTimes(2);
  vi.mocked(logger.error).mockClear();
});

const die = () => {
  throw new Error('killed');
};

test.each([
  [
    'before its email was enqueued',
    true,
    () => vi.spyOn(MailModel, 'findOneAndUpdate').mockImplementationOnce(die),
  ],
  [
    'after its email was enqueued',
    false,
    () => {
      const updateOne = PurchaseModel.updateOne.bind(PurchaseModel);
      const once = (...args: Parameters<typeof updateOne>) => updateOne(...args);
      return vi.spyOn(PurchaseModel, 'updateOne').mockImplementationOnce(once).mockImplementationOnce(die);
    },
  ],
])(
  'a resend whose process died %s is completed by reconciliation, with one email',
  async (_when, isLost, dieAt) => {
    const card = await buildPaidCard();
    const step = dieAt();
    const sending = sendGiftCardAgain({ giftCardId: card.id, resends: 0, by: 'Robin Hale' });
    await expect(sending).rejects.toThrow('killed');
    step.mockRestore();
    await markSent(card.id);

    await reconcilePurchases();

    const jobs = (await jobQueue().getJobs()).filter(({ data }) => data.purchaseId === card.id);
    expect(jobs).toHaveLength(1);
    await fulfilGiftCard(card.id);
    expect(Object.hasOwn(await mailOf(card.id), 'owedSince')).toBe(isLost);
    expect(await PurchaseModel.findById(card.id).lean()).not.toHaveProperty('resendOwedSince');
  },
);

test('a card whose recipient’s address was erased can only be resent to an address given with the request', async () => {
  const card = await buildPaidCard();
  await PurchaseModel.updateOne({ _id: card.id }, { recipientEmail: '', $unset: { recipientKey: 1 } });
  const admin = await buildAdmin();
  const send = (body: object) =>
    as(admin).post(`/api/ops/gift-cards/${card.id}/send`, { resends: 0, ...body });

  const nowhere = await send({});
  const named = await send({ recipientEmail: 'hannah@example.com' });

  expect([nowhere.status, nowhere.body]).toMatchObject([400, { issues: [{ path: 'recipientEmail' }] }]);
  expect([named.status, named.body]).toMatchObject([
    200,
    { recipientEmail: 'hannah@example.com', resends: 1 },
  ]);
});

const mailOf = (aboutId: string) => MailModel.findOne({ template: 'gift-card', aboutId }).lean().orFail();

/** Lets `race` run the next update of a purchase, with other actions before or after it. */
function raceNextUpdate(race: (update: () => Promise<unknown>) => Promise<unknown>): void {
  const updateOne = PurchaseModel.updateOne.bind(PurchaseModel);
  vi.spyOn(PurchaseModel, 'updateOne').mockImplementationOnce(((...args: Parameters<typeof updateOne>) =>
    race(async () => updateOne(...args))) as never);
}

test('a card that is voided while it is being resent is not sent, and the resend is refused', async () => {
  const card = await buildPaidCard();
  const admin = await buildAdmin();
  raceNextUpdate(async (update) => {
    const voided = await as(admin).post(`/api/ops/gift-cards/${card.id}/void`, { amountCents: 25_000 });
    expect(voided.status).toBe(200);
    return update();
  });

  const reply = await as(admin).post(`/api/ops/gift-cards/${card.id}/send`, {
    ...{ resends: 0, recipientEmail: 'h.cho@example.com' },
  });

  expect(reply).toMatchObject({ status: 409, body: { code: 'GIFT_CARD_CHANGED' } });
  expect(Object(reply.body).message).toBe('This card is void. Its code no longer works.');
  expect(await mailOf(card.id)).not.toHaveProperty('owedSince');
  expect((await as(admin).get(`/api/ops/gift-cards/${card.id}`)).body).toMatchObject({
    ...{ recipientEmail: 'Hannah.Cho@example.com', resends: 0, isVoided: true },
  });
  const lines = await AuditModel.find({ 'subject.id': card.id }).lean();
  expect(lines.map(({ action }) => action)).toEqual(['gift card voided']);
});

const hannah: Person = {
  ...{ id: 'a'.repeat(24), role: 'rider', name: 'Hannah Cho', bookedIds: [], drivenIds: [], documentIds: [] },
  addresses: [{ email: 'hannah.cho@example.com', from: null, until: null }],
};

test('an address that is erased while the card is being resent stays erased, and the resend is refused', async () => {
  const card = await buildPaidCard();
  const admin = await buildAdmin();
  raceNextUpdate(async (update) => {
    await purchasesData.erase(hannah);
    return update();
  });

  const reply = await as(admin).post(`/api/ops/gift-cards/${card.id}/send`, { resends: 0 });

  expect([reply.status, reply.body]).toMatchObject([400, { issues: [{ path: 'recipientEmail' }] }]);
  expect(await PurchaseModel.findById(card.id).lean()).toMatchObject({ recipientEmail: '' });
  expect(await PurchaseModel.findById(card.id).lean()).not.toHaveProperty('recipientKey');
});

test('an address that is erased while the resend of a void card is being refused stays erased', async () => {
  const card = await buildPaidCard();
  const admin = await buildAdmin();
  raceNextUpdate(async (update) => {
    await as(admin).post(`/api/ops/gift-cards/${card.id}/void`, { amountCents: 25_000 });
    const updated = await update();
    await purchasesData.erase(hannah);
    return updated;
  });

  const reply = await as(admin).post(`/api/ops/gift-cards/${card.id}/send`, {
    ...{ resends: 0, recipientEmail: 'HANNAH.CHO@example.com' },
  });

  expect(reply.status).toBe(409);
  expect(await PurchaseModel.findById(card.id).lean()).toMatchObject({ recipientEmail: '' });
});

test('an address to which a card is sent while its former recipient is being erased is kept', async () => {
  const card = await buildPaidCard();
  const admin = await buildAdmin();
  const sendElsewhere = async () => {
    const sending = { resends: 0, recipientEmail: 'sam.cho@example.com' };
    expect((await as(admin).post(`/api/ops/gift-cards/${card.id}/send`, sending)).status).toBe(200);
    return [];
  };
  vi.spyOn(MailModel, 'find').mockImplementationOnce((() => ({ lean: sendElsewhere })) as never);

  await purchasesData.erase(hannah);

  expect(await PurchaseModel.findById(card.id).lean()).toMatchObject({
    recipientEmail: 'sam.cho@example.com',
  });
});

/** Creates a card that is still to be mailed to Hannah, who has deleted her account. */
async function buildCardOfErased() {
  const card = await buildPaidCard({ recipientName: 'Hannah Cho', personalMessage: 'For you, Hannah' });
  await MailModel.updateOne(
    { template: 'gift-card', aboutId: card.id },
    { $set: { owedSince: new Date() }, $unset: { sentAt: 1 } },
  );
  await purchasesData.erase(hannah);
  expect(await PurchaseModel.findById(card.id).lean()).toHaveProperty('erasureOwedSince');
  return card;
}

test.each([
  [
    'by staff',
    async (id: string, recipientEmail: string) => {
      const admin = await buildAdmin();
      const reply = await as(admin).post(`/api/ops/gift-cards/${id}/send`, { resends: 0, recipientEmail });
      expect(reply.status).toBe(200);
    },
  ],
  ['by command', (id: string, recipientEmail: string) => resendGiftCard(id, recipientEmail)],
])(
  'a card readdressed %s from a deleted account keeps the new address and nothing of the former recipient',
  async (_how, send) => {
    const { id } = await buildCardOfErased();

    await send(id, 'beth@example.com');

    const mail = await EMAIL_TEMPLATES['gift-card'].compose(id);
    expect(mail?.to).toBe('beth@example.com');
    expect(JSON.stringify(mail)).not.toContain('Hannah');
    await markSent(id);
    await reconcilePurchases();
    const shown = await as(await buildAdmin()).get(`/api/ops/gift-cards/${id}`);
    expect(shown.body).toMatchObject({ recipientEmail: 'beth@example.com', recipientName: null });
  },
);

test('a card sent again to a recipient who deleted their account is still stripped once it is mailed', async () => {
  const { id } = await buildCardOfErased();

  await resendGiftCard(id, 'HANNAH.CHO@example.com');

  expect(JSON.stringify(await EMAIL_TEMPLATES['gift-card'].compose(id))).toContain('For Hannah Cho');
  await markSent(id);
  await reconcilePurchases();
  expect(await PurchaseModel.findById(id).lean()).toMatchObject({ recipientEmail: '', recipientName: null });
});

test('a card that is voided while it is readdressed from a deleted account is stripped', async () => {
  const { id } = await buildCardOfErased();
  const admin = await buildAdmin();
  raceNextUpdate(async (update) => {
    await as(admin).post(`/api/ops/gift-cards/${id}/void`, { amountCents: 25_000 });
    return update();
  });

  const reply = await as(admin).post(`/api/ops/gift-cards/${id}/send`, {
    ...{ resends: 0, recipientEmail: 'beth@example.com' },
  });

  expect(reply.status).toBe(409);
  await markSent(id);
  await reconcilePurchases();
  expect(await PurchaseModel.findById(id).lean()).toMatchObject({ recipientEmail: '', recipientName: null });
});

test('a card that is voided after its resend was enqueued is not emailed', async () => {
  const card = await buildPaidCard();
  const admin = await buildAdmin();
  expect((await as(admin).post(`/api/ops/gift-cards/${card.id}/send`, { resends: 0 })).status).toBe(200);
  const voided = await as(admin).post(`/api/ops/gift-cards/${card.id}/void`, { amountCents: 25_000 });
  expect(voided.status).toBe(200);

  await sendMail((await mailOf(card.id))._id.toHexString(), EMAIL_TEMPLATES);

  const { sentAt, droppedAt } = await mailOf(card.id);
  expect([sentAt, droppedAt]).toEqual([undefined, expect.any(Date)]);
});
