// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { StaffDriver } from '#common/drivers/driver.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, sent } from '#web/testing/serve-api.ts';
import { buildStaffDriver } from '../testing/build-fleet.ts';
import { showDriver } from './testing/show-driver.tsx';

test('documents and hours are edited, and an invalid value is explained beside its field', async () => {
  const driver = buildStaffDriver({ weeklyHours: [{ weekday: 5, from: '16:00', to: '23:30' }] });
  const path = `PATCH /api/ops/drivers/${driver.id}`;
  const saved = { ...driver, weeklyHours: [], version: 2 };
  const calls = await showDriver(driver, { more: { [path]: [200, { driver: saved }] } });
  expect(screen.getByText('Friday, 4:00 PM to 11:30 PM')).toBeVisible();

  fireEvent.click(screen.getByRole('button', { name: 'Edit documents and hours' }));
  const form = await screen.findByRole('form');
  const number = within(form).getByLabelText('Number');
  fireEvent.change(number, { target: { value: '' } });
  fireEvent.submit(form);
  expect(await within(form).findByText('Please enter the number on the document.')).toBeVisible();
  expect(number).toHaveFocus();

  fireEvent.change(number, { target: { value: 'L-2' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Remove: Friday' }));
  fireEvent.submit(form);
  expect(await screen.findByText('None proposed')).toBeVisible();
  expect(calls.find(({ call }) => call === path)?.body).toEqual({
    documents: [{ kind: 'license', number: 'L-2', expiresOn: '2099-06-30' }],
    weeklyHours: [],
    version: 1,
  });
});

test('a driver’s name is edited and validated in the form of their documents', async () => {
  const driver = buildStaffDriver();
  const path = `PATCH /api/ops/drivers/${driver.id}`;
  const calls = await showDriver(driver, {
    more: { [path]: [200, { driver: { ...driver, name: 'Maria Ruiz', version: 2 } }] },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Edit documents and hours' }));
  const form = await screen.findByRole('form');
  const name = within(form).getByLabelText('Name');
  expect(name).toHaveValue(driver.name);

  fireEvent.change(name, { target: { value: ' ' } });
  fireEvent.submit(form);
  expect(await within(form).findByText('Please enter your name.')).toBeVisible();
  fireEvent.change(name, { target: { value: 'Maria Ruiz' } });
  fireEvent.submit(form);

  expect(await screen.findByRole('heading', { level: 1, name: 'Maria Ruiz' })).toBeVisible();
  expect(calls.find(({ call }) => call === path)?.body).toMatchObject({ name: 'Maria Ruiz', version: 1 });
});

describe('a driver changes their own hours while staff edit them', () => {
  const message = 'This driver has changed meanwhile. Please look again, then save.';
  const driver = buildStaffDriver({ weeklyHours: [{ weekday: 5, from: '16:00', to: '23:30' }] });
  const newest = { ...driver, weeklyHours: [{ weekday: 6, from: '10:00', to: '18:00' }], version: 2 };
  const path = `PATCH /api/ops/drivers/${driver.id}`;

  /** Opens the driver's form; the driver changes their own hours before it is saved. */
  async function edit() {
    const replies: ApiReplies = { [path]: [409, { code: 'VERSION_CONFLICT', message }] };
    const calls = await showDriver(driver, { more: replies });
    fireEvent.click(screen.getByRole('button', { name: 'Edit documents and hours' }));
    const form = within(await screen.findByRole('form'));
    replies[`GET /api/ops/drivers/${driver.id}`] = [200, { driver: newest }];
    return { calls, replies, form, save: () => fireEvent.submit(screen.getByRole('form')) };
  }

  test('hours that staff did not edit take the driver’s values, and a document number being typed stays', async () => {
    const { calls, replies, form, save } = await edit();
    fireEvent.change(form.getByLabelText('Number'), { target: { value: 'L-2' } });
    save();

    expect(await form.findByText(message)).toHaveAttribute('role', 'alert');
    expect(form.getByLabelText('From')).toHaveValue('10:00');
    expect(form.getByLabelText('Number')).toHaveValue('L-2');
    replies[path] = [200, { driver: { ...newest, version: 3 } }];
    save();
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(sent(calls, path).at(-1)).toEqual({
      documents: [{ kind: 'license', number: 'L-2', expiresOn: '2099-06-30' }],
      weeklyHours: newest.weeklyHours,
      version: 2,
    });
  });

  test('hours that both edited take the driver’s values, a message says so, and the next save sends them', async () => {
    const { calls, replies, form, save } = await edit();
    fireEvent.change(form.getByLabelText('From'), { target: { value: '17:00' } });
    save();

    expect(
      await form.findByText(`${message} Someone else saved first. Shown as it is now: hours on Friday.`),
    ).toBeVisible();
    expect(form.queryByRole('group', { name: 'Friday' })).toBeNull();
    expect(form.getByLabelText('From')).toHaveValue('10:00');
    replies[path] = [200, { driver: { ...newest, version: 3 } }];
    save();
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(sent(calls, path)).toMatchObject([
      { weeklyHours: [{ weekday: 5, from: '17:00', to: '23:30' }], version: 1 },
      { weeklyHours: newest.weeklyHours, version: 2 },
    ]);
  });

  test('hours that staff added on another day are kept and saved with the driver’s, without a warning', async () => {
    const { calls, replies, form, save } = await edit();
    fireEvent.click(form.getByRole('button', { name: 'Add hours' }));
    const added = within(form.getByRole('group', { name: 'Saturday' }));
    fireEvent.change(added.getByLabelText('Day'), { target: { value: '1' } });
    const monday = within(form.getByRole('group', { name: 'Monday' }));
    fireEvent.change(monday.getByLabelText('From'), { target: { value: '06:00' } });
    save();

    expect(await form.findByText(message)).toHaveAttribute('role', 'alert');
    replies[path] = [200, { driver: { ...newest, version: 3 } }];
    save();
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(sent(calls, path).at(-1)).toMatchObject({
      weeklyHours: [{ weekday: 1, from: '06:00', to: '16:00' }, ...newest.weeklyHours],
      version: 2,
    });
  });

  test('typed hours stay when the driver cannot be reloaded after a conflict', async () => {
    const { replies, form, save } = await edit();
    replies[`GET /api/ops/drivers/${driver.id}`] = [503, {}];
    fireEvent.change(form.getByLabelText('From'), { target: { value: '17:00' } });
    save();

    expect(await form.findByText(message)).toBeVisible();
    expect(form.getByLabelText('From')).toHaveValue('17:00');
  });
});

describe('two staff members edit the documents of a driver at the same time', () => {
  const message = 'This driver has changed meanwhile. Please look again, then save.';
  const license = { kind: 'license' as const, number: 'L-1', expiresOn: '2099-06-30' };
  const permit = { kind: 'tnc-permit' as const, number: 'T-1', expiresOn: '2099-06-30' };
  const driver = buildStaffDriver({ documents: [license, permit] });
  const path = `PATCH /api/ops/drivers/${driver.id}`;

  /**
   * Opens the form and types another license number; another admin saves `documents` first, so saving
   * conflicts.
   */
  async function edit(documents: StaffDriver['documents']) {
    const newest = { ...driver, documents, version: 2 };
    const replies: ApiReplies = { [path]: [409, { code: 'VERSION_CONFLICT', message }] };
    const calls = await showDriver(driver, { more: replies });
    fireEvent.click(screen.getByRole('button', { name: 'Edit documents and hours' }));
    const form = within(await screen.findByRole('form'));
    replies[`GET /api/ops/drivers/${driver.id}`] = [200, { driver: newest }];
    const rowOf = (name: string) => within(form.getByRole('group', { name }));
    fireEvent.change(rowOf('License').getByLabelText('Number'), { target: { value: 'L-2' } });
    const save = () => fireEvent.submit(screen.getByRole('form'));
    save();
    return { calls, replies, newest, form, rowOf, save };
  }

  test('changes to different documents are both kept', async () => {
    const { calls, replies, newest, form, rowOf, save } = await edit([license, { ...permit, number: 'T-2' }]);

    expect(await form.findByText(message)).toHaveAttribute('role', 'alert');
    expect(rowOf('License').getByLabelText('Number')).toHaveValue('L-2');
    expect(rowOf('TNC permit').getByLabelText('Number')).toHaveValue('T-2');
    replies[path] = [200, { driver: { ...newest, version: 3 } }];
    save();

    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(sent(calls, path).at(-1)).toMatchObject({
      documents: [
        { ...license, number: 'L-2' },
        { ...permit, number: 'T-2' },
      ],
      version: 2,
    });
  });

  test('a document that both changed takes the values saved first, and is the only one named as lost', async () => {
    const { form, rowOf } = await edit([
      { ...license, number: 'L-3' },
      { ...permit, number: 'T-2' },
    ]);

    expect(
      await form.findByText(`${message} Someone else saved first. Shown as it is now: license.`),
    ).toBeVisible();
    expect(rowOf('License').getByLabelText('Number')).toHaveValue('L-3');
    expect(rowOf('TNC permit').getByLabelText('Number')).toHaveValue('T-2');
  });
});

const FILE = {
  id: `file_${'a'.repeat(32)}`,
  name: 'l2.pdf',
  mediaType: 'application/pdf',
  bytes: 348_160,
} as const;

test('the file of a document is uploaded in the form, saved with it, and linked from the documents', async () => {
  const driver = buildStaffDriver();
  const path = `PATCH /api/ops/drivers/${driver.id}`;
  const documents = [{ kind: 'license' as const, number: 'L-1', expiresOn: '2099-06-30', file: FILE }];
  const upload = deferred<readonly [number, unknown]>();
  const calls = await showDriver(driver, {
    more: {
      'POST /api/ops/files?name=l2.pdf': () => upload.promise,
      [path]: [200, { driver: { ...driver, documents, version: 2 } }],
    },
  });
  expect(screen.getByText('No file')).toBeVisible();

  fireEvent.click(screen.getByRole('button', { name: 'Edit documents and hours' }));
  const form = await screen.findByRole('form');
  fireEvent.change(within(form).getByLabelText('File'), {
    target: { files: [new File(['%PDF-1.7 and so on'], 'l2.pdf')] },
  });
  expect(await within(form).findByRole('button', { name: 'Sending the file...' })).toHaveAttribute(
    'aria-disabled',
  );
  upload.resolve([201, { file: FILE }]);
  expect(await within(form).findByRole('link', { name: 'Open l2.pdf (340 KB)' })).toBeVisible();
  fireEvent.submit(form);
  await waitFor(() => expect(form).not.toBeInTheDocument());

  const link = screen.getByRole('link', { name: 'Open l2.pdf (340 KB)' });
  expect(link).toHaveAttribute('href', `/api/ops/files/${FILE.id}`);
  expect(link).toHaveAttribute('target', '_blank');
  expect(calls.find(({ call }) => call === path)?.body).toMatchObject({ documents });
});
