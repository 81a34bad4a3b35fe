import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../api.ts';
import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { connectMongo, disconnectMongo } from '../infra/mongo.ts';
import { MailModel } from '../mail/mail-model.ts';
import { newId } from '../testing/new-id.ts';
import { requireOwnProcess } from '../testing/require-own-process.ts';
import { startProgram } from '../testing/start-program.ts';
import { type Migrated, migrateSchema } from './migrate-schema.ts';
import { connectedDatabase, readSchemaState, stepRecords } from './schema-state.ts';
import { STEPS, type Step } from './steps.ts';

requireOwnProcess('a database of its own for each test');

beforeEach(async () => {
  const address = new URL(env.MONGO_URL);
  address.pathname = `/migrate-${randomUUID().slice(0, 8)}`;
  env.MONGO_URL = address.href;
  await connectMongo();
  vi.spyOn(logger, 'info');
});

afterEach(async () => {
  await connectedDatabase().dropDatabase();
  await disconnectMongo();
});

const NOTHING: Migrated = { steps: [], indexes: [] };

/** Creates a step that runs until the test ends it. */
function heldStep(name: string) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const run = vi.fn<Step['run']>(() => {
    begin();
    return ended;
  });
  return { step: { name, run }, begun, end };
}

test('a new database gets every step and every index, once', async () => {
  const first = await migrateSchema();

  expect(first.steps).toEqual(STEPS.map(({ name }) => name));
  expect(first.indexes).toContain('users.email_1');
  const records = await stepRecords(connectedDatabase()).find({}).toArray();
  for (const { startedAt, finishedAt } of records) {
    expect(finishedAt?.getTime()).toBeGreaterThanOrEqual(startedAt.getTime());
  }
  expect(await readSchemaState()).toEqual({ newer: [], pending: [], missingIndexes: [] });
  expect(await migrateSchema()).toEqual(NOTHING);
});

test('of two concurrent migrations one does the work, and the other waits and finds nothing to do', async () => {
  const { step, begun, end } = heldStep('001-held');
  const one = migrateSchema({ steps: [step] });
  await begun;
  const other = migrateSchema({ steps: [step] });
  await expect
    .poll(() => vi.mocked(logger.info).mock.calls)
    .toContainEqual(['another process migrates, waiting']);

  end();

  expect((await one).steps).toEqual(['001-held']);
  expect(await other).toEqual(NOTHING);
  expect(step.run).toHaveBeenCalledTimes(1);
});

test('after a killed migration the next one resumes where it stopped, once the lease has expired', async () => {
  const killed = await startProgram({
    command: process.execPath,
    args: ['--import', 'tsx', 'server/schema/testing/hanging-migration.ts'],
    readyLine: /^(hangs)$/,
    env: { MONGO_URL: env.MONGO_URL },
  });
  await killed.end('SIGKILL');
  expect(await readSchemaState([])).toMatchObject({ newer: [] });

  const [copy, move] = [vi.fn<Step['run']>(async () => {}), vi.fn<Step['run']>(async () => {})];
  const { steps } = await migrateSchema({
    steps: [
      { name: '001-copies', run: copy },
      { name: '002-hangs', run: move },
    ],
  });

  expect(steps).toEqual(['002-hangs']);
  expect([copy.mock.calls.length, move.mock.calls.length]).toEqual([0, 1]);
  expect(await connectedDatabase().collection('copied').countDocuments()).toBe(1);
});

test('a migration whose lease was taken over by another process runs no further step', async () => {
  const leases = connectedDatabase().collection('migrationLease');
  const next = vi.fn<Step['run']>(async () => {});
  const migration = migrateSchema({
    leaseMs: 300,
    steps: [
      {
        name: '001-taken-over',
        run: async ({ signal }) => {
          const isLost = once(signal, 'abort');
          await leases.updateOne({}, { $set: { holder: 'another', until: new Date(8.64e15) } });
          await isLost;
        },
      },
      { name: '002-next', run: next },
    ],
  });

  await expect(migration).rejects.toThrow('another process has taken over the migration');
  expect(next).not.toHaveBeenCalled();
  expect(await leases.findOne({})).toMatchObject({ holder: 'another' });
});

test('a failed step is run again by the next migration, without repeating earlier steps or waiting for the lease', async () => {
  const [copy, move] = [vi.fn<Step['run']>(async () => {}), vi.fn<Step['run']>(async () => {})];
  move.mockRejectedValueOnce(new Error('a document that nobody expected'));
  const steps = [
    { name: '001-copy', run: copy },
    { name: '002-move', run: move },
  ];
  const before = databaseClock.now();

  await expect(migrateSchema({ steps })).rejects.toThrow('a document that nobody expected');
  expect((await readSchemaState(steps)).pending).toEqual(['002-move']);
  expect((await migrateSchema({ steps })).steps).toEqual(['002-move']);

  expect([copy.mock.calls.length, move.mock.calls.length]).toEqual([1, 2]);
  expect(logger.info).not.toHaveBeenCalledWith('another process migrates, waiting');
  const [, moved] = await stepRecords(connectedDatabase()).find({}).toArray();
  expect(moved?.startedAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
});

test('duplicates that block a unique index are reported with their ids, and it is built once they are gone', async () => {
  const users = connectedDatabase().collection('users');
  const { insertedIds } = await users.insertMany([
    { email: 'ann@example.com' },
    { email: 'ann@example.com' },
  ]);

  const failure = await migrateSchema().catch((error: Error) => error);

  expect(Object(failure).message).toBe(
    `users.email_1 cannot be built: it is unique, and these documents have the same email: ${insertedIds[0]}, ${insertedIds[1]}`,
  );

  await users.deleteOne({ _id: insertedIds[1] });
  expect((await migrateSchema()).indexes).toContain('users.email_1');
  await expect(users.insertOne({ email: 'ann@example.com' })).rejects.toThrow('E11000');
});

test('node dist/migrate.js exits with 1 and logs the reason if the migration fails', async () => {
  const users = connectedDatabase().collection('users');
  await users.insertMany([{ email: 'ann@example.com' }, { email: 'ann@example.com' }]);
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const fatal = vi.spyOn(logger, 'fatal').mockReturnValue();

  await import('../migrate.ts');

  expect(exit.mock.calls).toEqual([[1]]);
  const [details, message] = fatal.mock.calls[0] ?? [];
  expect([message, Object(details).error.message]).toEqual([
    'migration failed',
    expect.stringMatching(/^users\.email_1 cannot be built/),
  ]);
  // The migration disconnected at its end.
  await connectMongo();
});

test('a changed index is not built over the old one, and the error names it', async () => {
  await connectedDatabase().collection('users').createIndex({ role: 1 }, { unique: true, name: 'role_1' });

  await expect(migrateSchema()).rejects.toThrow(/^users\.role_1 cannot be built: .*role_1/);
});

test('a release accepts the steps of newer releases unless they require a step that it does not know', async () => {
  const release = [{ name: '001-expand', run: async () => {} }];
  const after = (step: Omit<Step, 'run'>) => [...release, { ...step, run: async () => {} }];
  await migrateSchema({ steps: after({ name: '002-another-field' }) });
  await migrateSchema({ steps: after({ name: '003-contract', requires: '001-expand' }) });
  expect((await readSchemaState(release)).newer).toEqual([]);

  await migrateSchema({ steps: after({ name: '004-other-form', requires: '004-other-form' }) });

  expect((await readSchemaState(release)).newer).toEqual(['004-other-form']);
  await expect(migrateSchema({ steps: release })).rejects.toThrow('of a newer release: 004-other-form');
});

test('the former unique index that allowed only one email per template and subject is dropped', async () => {
  await connectedDatabase().collection('mails').createIndex({ aboutId: 1, template: 1 }, { unique: true });
  await migrateSchema();

  const mail = { template: 'ride-driver', aboutId: newId() } as const;
  await MailModel.create({ ...mail, what: '3' });
  await MailModel.create({ ...mail, what: '5' });

  expect(await MailModel.countDocuments({ aboutId: mail.aboutId })).toBe(2);
  await expect(MailModel.create({ ...mail, what: '5' })).rejects.toThrow('E11000');
});

test('step 002 assigns an applicant’s files to the driver or vehicle whose documents name them', async () => {
  const db = connectedDatabase();
  const files = db.collection<{ _id: string; owner: string }>('files');
  const papersOf = (fileId: string) => [
    { kind: 'insurance', file: { id: fileId } },
    { kind: 'license', file: null },
  ];
  const driver = await db.collection('drivers').insertOne({ documents: papersOf('file_1') });
  const vehicle = await db.collection('vehicles').insertOne({ plate: 'NV 1', documents: papersOf('file_2') });
  const owner = 'applicant renee@example.com';
  await files.insertMany(['file_1', 'file_2', 'file_3'].map((_id) => ({ _id, owner })));
  const step = STEPS.find(({ name }) => name === '002-owners-of-files');
  const context = { db, signal: new AbortController().signal };

  await step?.run(context);
  await step?.run(context);

  const owners = (await files.find().sort({ _id: 1 }).toArray()).map((file) => file.owner);
  expect(owners).toEqual([`driver ${driver.insertedId}`, `vehicle ${vehicle.insertedId}`, owner]);
});

test('step 003 gives alerts of bank inquiries their own kind and marks them for publishing; disputes stay', async () => {
  const db = connectedDatabase();
  const alerts = db.collection('alerts');
  const alert = { kind: 'dispute-opened', holds: true, version: 1, resolvedAt: null };
  await alerts.insertMany(['dp_1 inquiry', 'dp_2 opened'].map((key) => ({ ...alert, key })));
  const step = STEPS.find(({ name }) => name === '003-kind-of-inquiries');
  const context = { db, signal: new AbortController().signal };

  await step?.run(context);
  await step?.run(context);

  expect(await alerts.find().sort({ key: 1 }).toArray()).toEqual([
    expect.objectContaining({ kind: 'inquiry-opened', version: 2, unpublishedSince: expect.any(Date) }),
    { ...alert, _id: expect.anything(), key: 'dp_2 opened' },
  ]);
});

test('step 004 reopens the payment of cancelled rides marked refunded that still owe a refund; others stay', async () => {
  const db = connectedDatabase();
  const rides = db.collection('rides');
  const ride = { status: 'cancelled', paymentStatus: 'refunded', version: 1 };
  const refundOwed = { reason: 'cancelled', since: new Date() };
  await rides.insertMany([
    { ...ride, customerName: 'by card', refundOwed, paymentIntentId: 'pi_1' },
    { ...ride, customerName: 'by gift card', refundOwed, paymentIntentId: null },
    { ...ride, customerName: 'whole', refundOwed: null, paymentIntentId: 'pi_2' },
  ]);
  const step = STEPS.find(({ name }) => name === '004-cancelled-rides-that-still-owe');
  const context = { db, signal: new AbortController().signal };

  await step?.run(context);
  await step?.run(context);

  const changed = { version: 2, unpublishedSince: expect.any(Date) };
  expect(await rides.find().sort({ customerName: 1 }).toArray()).toEqual([
    expect.objectContaining({ customerName: 'by card', paymentStatus: 'paid', ...changed }),
    expect.objectContaining({ customerName: 'by gift card', paymentStatus: 'waived', ...changed }),
    expect.objectContaining({ customerName: 'whole', paymentStatus: 'refunded', version: 1 }),
  ]);
});

test('step 005 marks cancelled rides that were refunded in full as refunded; all others stay unchanged', async () => {
  const db = connectedDatabase();
  const rides = db.collection('rides');
  const fare = { totalCents: 1_000, giftCardCents: 500 };
  const whole = [{ amountCents: 1_000, giftCardCents: 500 }];
  const ride = { status: 'cancelled', paymentStatus: 'paid', refundOwed: null, version: 1, fare };
  const charge = { id: 'ch_1', kind: 'difference', status: 'paid', amountCents: 300 };
  const ofCharge = { id: 'ad_1', toCardCents: 300, toGiftCardCents: 0, chargeId: 'ch_1' };
  const ofChargeMade = { amountCents: 300, giftCardCents: 0, chargeId: 'ch_1' };
  await rides.insertMany([
    { ...ride, customerName: 'completed', status: 'completed', refunds: whole },
    { ...ride, customerName: 'fee kept', refunds: [{ amountCents: 500, giftCardCents: 500 }] },
    { ...ride, customerName: 'fee kept of an edit', refunds: whole, charges: [charge] },
    { ...ride, customerName: 'nothing back', fare: { totalCents: 0, giftCardCents: 0 }, refunds: [] },
    { ...ride, customerName: 'owing', refunds: whole, charges: [{ ...charge, owedSince: new Date() }] },
    {
      ...ride,
      customerName: 'fee kept, an edit given back',
      refunds: [{ amountCents: 700, giftCardCents: 500 }, ofChargeMade],
      adjustments: [ofCharge],
      charges: [{ ...charge, status: 'refunded' }],
    },
    { ...ride, customerName: 'whole', refunds: whole },
    {
      ...ride,
      customerName: 'whole, with an edit',
      refunds: [...whole, ofChargeMade],
      adjustments: [ofCharge],
      charges: [charge],
    },
    {
      ...ride,
      customerName: 'whole, by gift card',
      paymentStatus: 'waived',
      refunds: [{ amountCents: 0, giftCardCents: 500 }],
    },
  ]);
  const step = STEPS.find(({ name }) => name === '005-cancelled-rides-given-back-by-hand');
  const context = { db, signal: new AbortController().signal };

  await step?.run(context);
  await step?.run(context);

  const changed = { paymentStatus: 'refunded', version: 2, unpublishedSince: expect.any(Date) };
  const after = await rides.find().sort({ customerName: 1 }).toArray();
  const isWhole = ({ customerName }: (typeof after)[number]) => String(customerName).startsWith('whole');
  expect(after.filter(isWhole)).toEqual(Array.from({ length: 3 }, () => expect.objectContaining(changed)));
  expect(after.filter((each) => !isWhole(each)).map(({ version }) => version)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('step 006 gives riders the terms by which staff find them; staff and deleted accounts get none', async () => {
  const db = connectedDatabase();
  const users = db.collection('users');
  const rider = { role: 'rider', name: 'Hannah Cho', phone: '(702) 555-0142' };
  const deletion = { since: new Date(), decidedAt: new Date() };
  await users.insertMany([
    { ...rider, email: 'a' },
    { ...rider, email: 'b', phone: null },
    { ...rider, email: 'c', deletion },
    { ...rider, email: 'd', role: 'dispatcher' },
  ]);
  const step = STEPS.find(({ name }) => name === '006-search-terms-of-riders');
  const context = { db, signal: new AbortController().signal };

  await step?.run(context);
  await step?.run(context);

  const after = await users.find().sort({ email: 1 }).toArray();
  expect(after.map(({ nameTerms, phoneTerms }) => ({ nameTerms, phoneTerms }))).toEqual([
    { nameTerms: ['hannah', 'cho'], phoneTerms: ['7025550142', '0142'] },
    { nameTerms: ['hannah', 'cho'], phoneTerms: [] },
    {},
    {},
  ]);
});
