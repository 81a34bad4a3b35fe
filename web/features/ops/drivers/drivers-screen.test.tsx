// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import type { StaffDriver } from '#common/drivers/driver.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi, sent } from '#web/testing/serve-api.ts';
import { buildFleetVehicle, buildOpenRide, buildStaffDriver } from '../testing/build-fleet.ts';
import { DriverScreen } from './driver-screen.tsx';
import { DriversScreen } from './drivers-screen.tsx';

async function showList(drivers: StaffDriver[]) {
  await answerApi({
    'GET /api/ops/drivers': [200, { drivers, next: null }],
    'GET /api/ops/driver-applications?status=received': [200, { applications: [], next: null }],
  });
  render(
    <MemoryRouter>
      <DriversScreen />
    </MemoryRouter>,
  );
}

test('pressed twice, Show more lists the next applications once', async () => {
  const [first, second] = ['Ana Ruiz', 'Ben Stone'].map((name, index) => ({
    id: String(index).repeat(24),
    reference: 'A1B2C3',
    name,
    status: 'received' as const,
    sentAt: '2026-11-18T18:00:00.000Z',
    vehicle: null,
    done: 0,
    of: 8,
  }));
  const more = deferred<readonly [number, object]>();
  const LIST = 'GET /api/ops/driver-applications?status=received';
  await answerApi({
    'GET /api/ops/drivers': [200, { drivers: [], next: null }],
    [LIST]: [200, { applications: [first], next: first?.id ?? null }],
    [`${LIST}&after=${first?.id}`]: () => more.promise,
  });
  render(
    <MemoryRouter>
      <DriversScreen />
    </MemoryRouter>,
  );
  const button = await screen.findByRole('button', { name: 'Show more' });
  fireEvent.click(button);
  fireEvent.click(button);
  more.resolve([200, { applications: [second], next: null }]);

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
  expect(await screen.findAllByRole('link', { name: /Ben Stone/ })).toHaveLength(1);
});

const RATING = {
  average: 4.8,
  count: 5,
  counts: [0, 1, 0, 0, 4],
  since: '2026-11-18T18:00:00.000Z',
  latest: [
    { rideId: 'b'.repeat(24), at: '2026-11-18T18:00:00.000Z', rideType: 'lux-suv', stars: 2, text: 'Late' },
  ],
};

/** The page of a driver. Replies may be changed while it is shown. */
async function showDriver(driver: StaffDriver, { isAdmin = true, more = {} as ApiReplies } = {}) {
  const defaults: ApiReplies = {
    [`GET /api/ops/drivers/${driver.id}`]: [200, { driver }],
    [`GET /api/ops/drivers/${driver.id}/rating`]: [200, RATING],
  };
  const calls = await answerApi(Object.assign(more, { ...defaults, ...more }));
  render(
    <MemoryRouter>
      <DriverScreen driverId={driver.id} isAdmin={isAdmin} />
    </MemoryRouter>,
  );
  await screen.findByRole('heading', { level: 1, name: driver.name });
  return calls;
}

test('drivers stand on duty, off duty and suspended, with the worst of the papers their rides need', async () => {
  const expiring = buildFleetVehicle({
    documents: [{ kind: 'inspection', number: 'I-1', expiresOn: '2020-01-01' }],
  });
  await showList([
    buildStaffDriver({ name: 'Sam Ortega', isOnDuty: true, vehicles: [expiring, buildFleetVehicle()] }),
    buildStaffDriver({ name: 'Aaron Blake', documents: [] }),
    buildStaffDriver({
      name: 'Mick Farrow',
      state: 'suspended',
      suspension: { reason: 'No insurance', at: '2026-11-18T18:00:00.000Z' },
    }),
  ]);

  const sam = await screen.findByRole('row', { name: /Sam Ortega/ });
  expect(within(sam).getByText(/^Inspection of NV 218-QKD ended/)).toHaveClass('text-danger');
  expect(sam).toHaveTextContent('Lux SUV and 1 more');
  expect(screen.getByRole('row', { name: 'On duty 1 of 2' })).toBeVisible();
  expect(screen.getByRole('row', { name: /Mick Farrow/ })).toHaveTextContent('Suspended since');
  expect(screen.getByRole('row', { name: /Aaron Blake/ })).toHaveTextContent('No documents yet');
  expect(screen.getByRole('link', { name: 'Aaron Blake' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/ops\/drivers\/[0-9a-f]{24}$/),
  );
});

test('a driver is found by name and by what they drive; who is nowhere is said', async () => {
  await showList([
    buildStaffDriver({ name: 'Sam Ortega', vehicles: [buildFleetVehicle()] }),
    buildStaffDriver({ name: 'Aaron Blake', vehicles: [] }),
  ]);
  const field = await screen.findByRole('searchbox', { name: 'Search the drivers' });
  const search = (text: string) => {
    fireEvent.change(field, { target: { value: text } });
    fireEvent.submit(field);
  };

  for (const text of ['ortega', 'nv 218', 'lux suv']) {
    search(text);
    expect(screen.getByRole('link', { name: 'Sam Ortega' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Aaron Blake' })).toBeNull();
  }
  search('nobody');
  expect(screen.getByRole('heading', { name: 'No driver fits' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(screen.getByRole('link', { name: 'Aaron Blake' })).toBeVisible();
});

test('without drivers the page says where they come from', async () => {
  await showList([]);
  expect(await screen.findByRole('heading', { name: 'No drivers yet' })).toBeVisible();
});

test('a suspension asks for a reason, and names the rides that need another driver', async () => {
  const driver = buildStaffDriver({ isOnDuty: true });
  const suspension = { reason: 'Rude to a rider', at: '2026-11-20T20:00:00.000Z' };
  const path = `POST /api/ops/drivers/${driver.id}/suspend`;
  const calls = await showDriver(driver, {
    isAdmin: false,
    more: {
      [path]: [
        200,
        { driver: { ...driver, state: 'suspended', suspension, isOnDuty: false }, rides: [buildOpenRide()] },
      ],
    },
  });
  expect(screen.queryByRole('button', { name: /Edit/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Suspend' }));

  const dialog = await screen.findByRole('dialog', { name: 'Suspend Maria Delgado?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Suspend' }));
  expect(await within(dialog).findByText('Please say why.')).toBeVisible();
  expect(within(dialog).getByLabelText('Reason')).toHaveFocus();

  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: ' Rude to a rider ' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Suspend' }));
  const list = await screen.findByRole('list', { name: '1 ride needs another driver' });
  expect(within(list).getByText('Hannah Cho')).toBeVisible();
  expect(calls.find(({ call }) => call === path)?.body).toEqual({ reason: 'Rude to a rider' });

  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('Rude to a rider')).toBeVisible();
  // Reinstating is for admins.
  expect(screen.queryByRole('button', { name: 'Reinstate' })).toBeNull();
});

test('an admin reinstates a driver', async () => {
  const active = buildStaffDriver();
  const suspension = { reason: 'Insurance ended', at: '2026-11-18T18:00:00.000Z' };
  await showDriver(
    { ...active, state: 'suspended', suspension },
    { more: { [`POST /api/ops/drivers/${active.id}/reinstate`]: [200, { driver: active }] } },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Reinstate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reinstate Maria Delgado?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Reinstate' }));
  expect(await screen.findByRole('button', { name: 'Suspend' })).toBeVisible();
});

test('papers and hours are edited, with what is wrong beside its field', async () => {
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
  fireEvent.click(within(form).getByRole('button', { name: 'Take away: Friday' }));
  fireEvent.submit(form);
  expect(await screen.findByText('None proposed')).toBeVisible();
  expect(calls.find(({ call }) => call === path)?.body).toEqual({
    documents: [{ kind: 'license', number: 'L-2', expiresOn: '2099-06-30' }],
    weeklyHours: [],
    version: 1,
  });
});

test('a driver’s name is edited with the papers it stands on, and sent only where it is another', async () => {
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

describe('a driver who changes their hours meanwhile', () => {
  const message = 'This driver has changed meanwhile. Please look again, then save.';
  const driver = buildStaffDriver({ weeklyHours: [{ weekday: 5, from: '16:00', to: '23:30' }] });
  const newest = { ...driver, weeklyHours: [{ weekday: 6, from: '10:00', to: '18:00' }], version: 2 };
  const path = `PATCH /api/ops/drivers/${driver.id}`;

  /** The form of the driver, who changes their hours before it is saved. */
  async function edit() {
    const replies: ApiReplies = { [path]: [409, { code: 'VERSION_CONFLICT', message }] };
    const calls = await showDriver(driver, { more: replies });
    fireEvent.click(screen.getByRole('button', { name: 'Edit documents and hours' }));
    const form = within(await screen.findByRole('form'));
    replies[`GET /api/ops/drivers/${driver.id}`] = [200, { driver: newest }];
    return { calls, replies, form, save: () => fireEvent.submit(screen.getByRole('form')) };
  }

  test('takes from the form what was changed, and no papers that are being typed', async () => {
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

  test('is first with hours that were typed here too, and it is said', async () => {
    const { form, save } = await edit();
    fireEvent.change(form.getByLabelText('From'), { target: { value: '17:00' } });
    save();

    expect(
      await form.findByText(`${message} Saved by somebody else first, and shown as it is now: weekly hours.`),
    ).toBeVisible();
    expect(form.getByLabelText('From')).toHaveValue('10:00');
  });

  test('takes nothing where that cannot be read, which the next save asks for again', async () => {
    const { replies, form, save } = await edit();
    replies[`GET /api/ops/drivers/${driver.id}`] = [503, {}];
    fireEvent.change(form.getByLabelText('From'), { target: { value: '17:00' } });
    save();

    expect(await form.findByText(message)).toBeVisible();
    expect(form.getByLabelText('From')).toHaveValue('17:00');
  });
});

describe('two staff who edit the papers of a driver', () => {
  const message = 'This driver has changed meanwhile. Please look again, then save.';
  const license = { kind: 'license' as const, number: 'L-1', expiresOn: '2099-06-30' };
  const permit = { kind: 'tnc-permit' as const, number: 'T-1', expiresOn: '2099-06-30' };
  const driver = buildStaffDriver({ documents: [license, permit] });
  const path = `PATCH /api/ops/drivers/${driver.id}`;

  /** The form of one, who types another number of the license, while the other saves these papers first. */
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

  test('keep what each of them changed, where that is another paper', async () => {
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

  test('are told of the one that both changed, and of no other', async () => {
    const { form, rowOf } = await edit([
      { ...license, number: 'L-3' },
      { ...permit, number: 'T-2' },
    ]);

    expect(
      await form.findByText(`${message} Saved by somebody else first, and shown as it is now: license.`),
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

test('the file of a paper is uploaded in the form, saved with it, and opened from the papers', async () => {
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

test('a driver’s rating is shown with all that riders wrote', async () => {
  await showDriver(buildStaffDriver());

  expect(await screen.findByText('average of the 5 rides')).toBeVisible();
  expect(screen.getByText('4.80')).toBeVisible();
  expect(screen.getByRole('img', { name: '2 of 5, Fair' })).toBeVisible();
  expect(screen.getByText('Late')).toBeVisible();
});
