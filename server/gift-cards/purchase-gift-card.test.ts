import '../testing/own-simulator.ts';
import { expect, test, vi } from 'vitest';
import { env } from '../env.ts';
import { logger } from '../infra/logger.ts';
import { stripe } from '../infra/stripe.ts';
import { visitor } from '../testing/as.ts';
import { beginPurchase, buildPurchase } from '../testing/buy-gift-card.ts';
import { ownSimulator } from '../testing/own-simulator.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { GiftCardModel } from './gift-card-model.ts';
import { PurchaseModel } from './purchase-model.ts';

setUpTestApp();

const buy = (body: object, headers?: Record<string, string>, client = visitor()) =>
  client.post('/api/purchase-gift-card', body, headers);

test('starting a purchase opens a checkout for its amount, and issues no card yet', async () => {
  const { id, sessionId, checkoutUrl, request } = await beginPurchase({ amount: 25 });

  const session = await stripe.checkout.sessions.retrieve(sessionId);
  expect(session).toMatchObject({
    url: checkoutUrl,
    mode: 'payment',
    amount_total: 2_500,
    currency: 'usd',
    customer_email: null,
    metadata: { purchaseId: id },
    success_url: `${env.PUBLIC_URL}/gift-cards?purchase={CHECKOUT_SESSION_ID}`,
    cancel_url: `${env.PUBLIC_URL}/gift-cards`,
  });
  expect(session.expires_at - session.created).toBeGreaterThan(3_500);
  expect(session.expires_at - session.created).toBeLessThanOrEqual(3_600);
  expect(await PurchaseModel.findById(id)).toMatchObject({
    recipientEmail: request.recipientEmail,
    recipientName: 'Jordan Lee',
    personalMessage: 'See you at the fountains.\nYours, Robin',
    amountCents: 2_500,
    state: 'open',
  });
  expect(await GiftCardModel.exists({ _id: id })).toBeNull();
});

test.each([
  ['empty', { recipientName: '', personalMessage: '' }],
  ['blank', { recipientName: ' ', personalMessage: '  ' }],
  ['left out', { recipientName: undefined, personalMessage: undefined }],
])('a recipient name and a personal message that are %s are stored as null', async (_how, fields) => {
  const { id } = await beginPurchase(fields);

  expect(await PurchaseModel.findById(id)).toMatchObject({ recipientName: null, personalMessage: null });
});

const NUMBER = 'Please enter a valid number';
const EMAIL = 'Please enter a valid email address';

test.each([
  [{ amount: 24.99 }, NUMBER],
  [{ amount: 24 }, 'Minimum gift card amount is $25'],
  [{ amount: 5_001 }, 'Maximum gift card amount is $5000'],
  [{ amount: '1e3' }, NUMBER],
  [{ amount: 50.5 }, NUMBER],
  [{ amount: -50 }, 'Minimum gift card amount is $25'],
  [{ amount: 1e15 }, 'Maximum gift card amount is $5000'],
  [{ amount: null }, NUMBER],
  [{ amount: undefined }, 'Please select or enter a gift card amount'],
  [{ recipientName: 'x'.repeat(101) }, 'Please keep the name to 100 characters'],
  [{ personalMessage: 'x'.repeat(201) }, 'Personal message must be 200 characters or less'],
  [{ recipientEmail: '' }, 'Recipient email is required'],
  [{ recipientEmail: 'jordan.example.com' }, EMAIL],
  [{ recipientEmail: 'jordan@example' }, EMAIL],
  [{ recipientEmail: 'jordan lee@example.com' }, EMAIL],
  [{ recipientEmail: 'jordan@example.com,\nevil@example.com' }, EMAIL],
])('a purchase with %j is refused, and nothing is stored', async (part, message) => {
  const before = await PurchaseModel.countDocuments();

  const reply = await buy({ ...buildPurchase(), ...part });

  const [field] = Object.keys(part);
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({ message });
  expect(Object(reply.body).issues[0]).toEqual({ path: field, message });
  expect(await PurchaseModel.countDocuments()).toBe(before);
});

test.each([25, 5_000])('a gift card of $%i can be bought', async (amount) => {
  expect((await buy(buildPurchase({ amount }))).status).toBe(200);
});

test('a personal message of two hundred characters is accepted', async () => {
  const { id } = await beginPurchase({ personalMessage: 'é'.repeat(200) });

  expect((await PurchaseModel.findById(id))?.personalMessage).toHaveLength(200);
});

test('repeated and concurrent purchases with the same idempotency key open one checkout', async () => {
  const request = buildPurchase();
  const key = { 'idempotency-key': 'pressed-twice' };

  const replies = await Promise.all([1, 2, 3].map(() => buy(request, key)));
  const later = await buy(request, key);
  const other = await buy({ ...request, amount: 50 }, key);

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const urls = [...replies, later].map(({ body }) => Object(body).checkoutUrl);
  expect(new Set(urls).size).toBe(1);
  expect(Object(other.body).checkoutUrl).not.toBe(urls[0]);
  expect(
    await PurchaseModel.countDocuments({ recipientEmail: request.recipientEmail, amountCents: 25_000 }),
  ).toBe(1);
});

test('an idempotency key whose purchase has expired is refused', async () => {
  const request = buildPurchase();
  const key = { 'idempotency-key': 'bought-before' };
  const { body } = await buy(request, key);
  await stripe.checkout.sessions.expire(Object(body).checkoutUrl.split('/').at(-1));

  const reply = await buy(request, key);

  expect([reply.status, Object(reply.body).code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
});

test('a purchase that fails at Stripe can be retried, with a new idempotency key towards Stripe', async () => {
  const create = vi.spyOn(stripe.checkout.sessions, 'create');
  const request = buildPurchase();
  const key = { 'idempotency-key': 'tried-once-more' };
  await ownSimulator.fail({ path: '/v1/checkout/sessions', times: 2, outcome: 500 });

  const failed = await buy(request, key);

  expect([failed.status, Object(failed.body).code]).toEqual([502, 'PAYMENT_PROVIDER']);
  expect(vi.mocked(logger.error)).toHaveBeenCalledOnce();
  vi.mocked(logger.error).mockClear();
  expect((await buy(request, key)).status).toBe(200);
  const keys = create.mock.calls.map(([, options]) => options?.idempotencyKey);
  expect(new Set(keys).size).toBe(2);
  expect((await buy(request, key)).status).toBe(200);
  expect(await PurchaseModel.countDocuments({ recipientEmail: request.recipientEmail })).toBe(2);
});

test('an address is limited to ten purchases in ten minutes, even with forged x-forwarded-for headers', async () => {
  const buyer = visitor();
  const made = (number: number) => ({ 'x-forwarded-for': `203.0.113.${number}, ${buyer.address}` });

  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, number) => buy(buildPurchase(), made(number), buyer)),
  );

  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(500);
});

test.each(['cs_test_unknown', `cs_${'x'.repeat(300)}`, '{CHECKOUT_SESSION_ID}', '$ne'])(
  'an unknown or malformed checkout session id %s returns 404',
  async (sessionId) => {
    const { status } = await visitor().get(`/api/gift-cards/purchase/${encodeURIComponent(sessionId)}`);

    expect(status).toBe(404);
  },
);

test('the buyer of a purchase that operations review is told so', async () => {
  const { id, sessionId } = await beginPurchase();
  await PurchaseModel.updateOne({ _id: id }, { $set: { state: 'flagged' }, $unset: { lookAt: 1 } });

  const { body } = await visitor().get(`/api/gift-cards/purchase/${sessionId}`);

  expect(body).toMatchObject({ state: 'flagged', reference: id });
});
