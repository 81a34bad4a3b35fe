import mongoose from 'mongoose';
import { expect, onTestFinished, test } from 'vitest';
import { type Customer, searchCustomers } from '#common/users/customers-api.ts';
import { eraseAccount } from '../personal-data/erase-account.ts';
import { as, visitor } from '../testing/as.ts';
import { buildAdmin, buildDispatcher, buildDriver, buildRider } from '../testing/build-user.ts';
import { deleteOwn } from '../testing/delete-own.ts';
import { book, phoneRequest } from '../testing/phone-booking.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { signUp } from './accounts.ts';
import { findCustomers } from './customers.ts';
import { seedPeople } from './seed-users.ts';
import { UserModel } from './user-model.ts';

setUpTestApp();

const pathOf = (q: string) => `${searchCustomers.path}?q=${encodeURIComponent(q)}`;

const namesFor = async (q: string) => (await findCustomers(q)).map(({ name }) => name);

test('a customer is found by words of the name, and by the beginning of the email address or phone number', async () => {
  const { id, name, email, phone } = await buildRider({
    name: 'Ophelia Quandt-Lee',
    email: 'fern.q@example.com',
    phone: '(702) 555-0123',
  });
  const dispatcher = as(await buildDispatcher());

  for (const q of ['oph', 'QUANDT', ' quandt  oph', 'fern.q@', '702 555 01', '+1 702-555-0123', '0123']) {
    const { status, body } = await dispatcher.get(pathOf(q));
    expect({ q, status, body }).toEqual({ q, status: 200, body: [{ id, name, email, phone }] });
  }
  for (const q of ['quandt robin', 'helia', 'example.com', '555-0123', '702 555 0124']) {
    expect(await namesFor(q), q).toEqual([]);
  }
});

test('a caller without a password, a rider who signed up and a seeded rider are found, and by a changed name and phone', async () => {
  const request = phoneRequest({ customerName: 'Calla Byphone', customerPhone: '(702) 555-7001' });
  expect((await book(request)).status).toBe(201);
  const signedUp = await signUp({
    name: 'Sunniva Upton',
    email: 'sunniva.upton@example.com',
    password: 'nine silver limousines',
    phone: '(702) 555-7002',
  });
  await UserModel.updateOne({ _id: signedUp.id }, { emailConfirmedAt: new Date() });
  await seedPeople([
    { name: 'Seda Sown', email: 'seda.sown@example.com', role: 'rider', phone: '(702) 555-7003' },
  ]);

  expect(await namesFor('byphone')).toEqual(['Calla Byphone']);
  expect(await namesFor('7025557001')).toEqual(['Calla Byphone']);
  expect(await namesFor('upton')).toEqual(['Sunniva Upton']);
  expect(await namesFor('702 555 7002')).toEqual(['Sunniva Upton']);
  expect(await namesFor('sown')).toEqual(['Seda Sown']);

  const browser = as(await buildRider({ name: 'Before Then', phone: '(702) 555-7004' }));
  const change = { role: 'rider', name: 'Afterward Now' };
  expect((await browser.send('PATCH', '/api/account/profile', change)).status).toBe(200);

  expect(await namesFor('afterward')).toEqual(['Afterward Now']);
  expect(await namesFor('before then')).toEqual([]);
  expect(await namesFor('702 555 7004')).toEqual(['Afterward Now']);

  await browser.send('PATCH', '/api/account/profile', { role: 'rider', phone: '(702) 555-7005' });

  expect(await namesFor('702 555 7005')).toEqual(['Afterward Now']);
  expect(await namesFor('702 555 7004')).toEqual([]);
});

test('drivers, staff, disabled and deleted riders, and riders who never confirmed their email are not found', async () => {
  const person = (kind: string) => ({ name: `Nemo ${kind}`, phone: '(702) 555-6666' });
  await buildDriver(person('Driver'));
  await buildDispatcher(person('Dispatcher'));
  await buildAdmin(person('Admin'));
  await buildRider({ ...person('Unconfirmed'), emailConfirmedAt: null });
  const disabled = await buildRider(person('Disabled'));
  await UserModel.updateOne({ _id: disabled.id }, { disabledAt: new Date() });
  const [closed, erased] = [await buildRider(person('Closed')), await buildRider(person('Erased'))];
  for (const each of [closed, erased]) expect((await deleteOwn(each)).status).toBe(202);
  await eraseAccount(erased.id);
  await buildRider(person('Rider'));

  expect(await namesFor('nemo')).toEqual(['Nemo Rider']);
  expect(await namesFor('702 555 6666')).toEqual(['Nemo Rider']);
  expect(await findCustomers(erased.email)).toEqual([]);
  expect(await findCustomers('deleted')).toEqual([]);
  const doc = await UserModel.findById(erased.id).lean().orFail();
  expect(doc).not.toHaveProperty('nameTerms');
  expect(doc).not.toHaveProperty('phoneTerms');
});

test('only staff search customers, with three letters or digits at least, and get five at most', async () => {
  for (const number of [4, 2, 6, 1, 5, 3]) await buildRider({ name: `Quintus ${number}`, phone: null });
  const admin = as(await buildAdmin());

  const { body } = await admin.get(pathOf('quintus'));

  expect((body as Customer[]).map(({ name }) => name)).toEqual([1, 2, 3, 4, 5].map((n) => `Quintus ${n}`));
  for (const q of ['qu', ' q u ', '(70', '+1 70', '-- --', '’’’']) {
    expect(await admin.get(pathOf(q)), q).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  }
  expect((await admin.get(searchCustomers.path)).status).toBe(400);
  expect((await as(await buildRider()).get(pathOf('quintus'))).status).toBe(403);
  expect((await as(await buildDriver()).get(pathOf('quintus'))).status).toBe(403);
  expect((await visitor().get(pathOf('quintus'))).status).toBe(401);
});

test('the customer search is limited per staff member', async () => {
  const [greedy, colleague] = [as(await buildDispatcher()), as(await buildDispatcher())];
  for (let searched = 0; searched < searchCustomers.limit.times; searched += 1) {
    expect((await greedy.get(pathOf('nobody at all'))).status).toBe(200);
  }

  expect(await greedy.get(pathOf('nobody at all'))).toMatchObject({ status: 429 });
  expect((await colleague.get(pathOf('nobody at all'))).status).toBe(200);
});

test('names, email addresses and phone numbers are each searched in the range of an index', async () => {
  const filters: unknown[] = [];
  mongoose.set('debug', (collection, method, filter) => {
    if (collection === 'users' && method === 'find') filters.push(filter);
  });
  onTestFinished(() => {
    mongoose.set('debug', false);
  });

  await findCustomers('han cho');
  await findCustomers('702');

  const from = (text: string) => ({ $gte: text, $lt: `${text}\uffff` });
  expect(filters).toEqual([
    expect.objectContaining({
      $and: [{ nameTerms: { $elemMatch: from('han') } }, { nameTerms: { $elemMatch: from('cho') } }],
    }),
    expect.objectContaining({ email: from('han cho') }),
    expect.objectContaining({ phoneTerms: { $elemMatch: from('702') } }),
  ]);
  const indexed = UserModel.schema.indexes().map(([keys]) => keys);
  expect(indexed).toEqual(expect.arrayContaining([{ nameTerms: 1 }, { phoneTerms: 1 }, { email: 1 }]));
});
