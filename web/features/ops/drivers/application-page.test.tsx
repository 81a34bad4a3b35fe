// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ApplicationDetails } from '#common/driver-applications/application-views.ts';
import { checklistFor } from '#common/driver-applications/checklist.ts';
import { deferred } from '#web/testing/deferred.ts';
import { PATIENCE } from '#web/testing/gateway.ts';
import { answerApi, sent } from '#web/testing/serve-api.ts';
import { ApplicationPage } from './application-page.tsx';

const ID = 'a'.repeat(24);
const BY = { id: 'b'.repeat(24), name: 'Robin Hale', role: 'admin' } as const;
const AT = '2026-11-18T17:40:00.000Z';
const CALLS = `/api/ops/driver-applications/${ID}`;

const buildDetails = (overrides: Partial<ApplicationDetails> = {}): ApplicationDetails => ({
  id: ID,
  reference: 'AAAAAA',
  status: 'received',
  version: 4,
  sentAt: AT,
  name: 'Yolanda Price',
  email: 'yolanda@example.com',
  phone: '(702) 555-0191',
  dateOfBirth: '1988-05-14',
  licenseState: 'NV',
  licenseSince: 2009,
  vehicle: null,
  papers: [{ kind: 'license', number: '1706', expiresOn: '2099-05-14', file: null }],
  note: null,
  checklist: [],
  messages: [],
  decision: null,
  driverId: null,
  problem: null,
  ...overrides,
});

const done = checklistFor(false).map((item) => ({ item, isDone: true, note: null, by: BY, at: AT }));

const open = () =>
  render(
    <MemoryRouter initialEntries={[`/ops/drivers/applications/${ID}`]}>
      <Routes>
        <Route path="/ops/drivers/applications/:applicationId" element={<ApplicationPage />} />
      </Routes>
    </MemoryRouter>,
  );

test('Approve is disabled, with the reason, until the checklist is complete', async () => {
  await answerApi({ [`GET ${CALLS}`]: [200, buildDetails({ checklist: done.slice(0, -1) })] });
  open();

  const approve = await screen.findByRole('button', { name: 'Approve' });
  expect(approve).toHaveAttribute('aria-disabled', 'true');
  expect(approve).toHaveAccessibleDescription('Approve opens once training is done.');
  expect(screen.getByText('4 of 5 checked')).toBeVisible();
  expect(screen.getByText(/^Nevada, since 2009, ends 14 May 2099/)).toBeVisible();
});

test('the checklist links to the file of a document, and says when there is none', async () => {
  const file = {
    id: `file_${'a'.repeat(32)}`,
    name: 'license.pdf',
    mediaType: 'application/pdf',
    bytes: 1_258_291,
  };
  const papers = [
    { kind: 'license', number: '1706', expiresOn: '2099-05-14', file },
    { kind: 'dot-certification', number: 'D 1', expiresOn: '2099-05-14', file: null },
  ];
  await answerApi({ [`GET ${CALLS}`]: [200, { ...buildDetails(), papers }] });
  open();

  const checklist = await screen.findByRole('list');
  expect(within(checklist).getByRole('link', { name: 'Open license.pdf (1.2 MB)' })).toHaveAttribute(
    'href',
    `/api/ops/files/${file.id}`,
  );
  expect(within(checklist).getByText('No file')).toBeVisible();
});

test('a checklist result is sent with the application version on which it was entered', async () => {
  const calls = await answerApi({
    [`GET ${CALLS}`]: [200, buildDetails()],
    [`PATCH ${CALLS}/checklist`]: [200, buildDetails({ version: 5, checklist: done })],
  });
  open();

  fireEvent.click(await screen.findByRole('button', { name: 'Enter result: Training, 2 hours' }));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Sat 28 Nov' } });
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));

  expect(await screen.findByText('5 of 5 checked')).toBeVisible();
  expect(sent(calls, `PATCH ${CALLS}/checklist`).at(-1)).toEqual({
    version: 4,
    item: 'training',
    isDone: true,
    note: 'Sat 28 Nov',
  });
});

test('a result saved after another checklist item was opened keeps that item open, with what was typed', async () => {
  const slow = deferred<ApplicationDetails>();
  await answerApi({
    [`GET ${CALLS}`]: [200, buildDetails()],
    [`PATCH ${CALLS}/checklist`]: () => slow.promise.then((details) => [200, details] as const),
  });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Enter result: Training, 2 hours' }));
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  await screen.findByRole('button', { name: 'Saving...' });
  const [other] = screen.getAllByRole('button', { name: /^Enter result: (?!Training)/ });
  if (!other) throw new Error('there is another item');
  fireEvent.click(other);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Clear' } });

  slow.resolve(buildDetails({ version: 5, checklist: done.slice(-1) }));

  expect(await screen.findByText('1 of 5 checked')).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('Clear');
});

test.each([
  [null, 'No account yet: It is taken. We try again every minute.'],
  ['c'.repeat(24), 'No vehicle yet: It is taken. We try again every minute.'],
])('what could not be created on approval is named (driver %s)', async (driverId, text) => {
  const decision = { by: BY, at: AT, reason: null };
  const approved = buildDetails({ status: 'approved', decision, driverId, problem: 'It is taken.' });
  await answerApi({ [`GET ${CALLS}`]: [200, approved] });
  open();

  expect(await screen.findByRole('alert')).toHaveTextContent(text);
});

test('a problem that arises just after the approval is shown without a reload', async () => {
  const decision = { by: BY, at: AT, reason: null };
  const approved = buildDetails({ status: 'approved', version: 5, decision });
  const replies = {
    [`GET ${CALLS}`]: [200, buildDetails({ checklist: done })] as const,
    [`POST ${CALLS}/approve`]: [200, approved] as const,
  };
  const calls = await answerApi(replies);
  open();
  const approve = await screen.findByRole('button', { name: 'Approve' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.click(approve);
  await vi.waitUntil(() => screen.queryByText(/^Approved by Robin Hale/), PATIENCE);
  // The driver is still being created when it is first read again.
  replies[`GET ${CALLS}`] = [200, { ...approved }];
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  await vi.waitUntil(() => sent(calls, `GET ${CALLS}`).length === 2, PATIENCE);
  replies[`GET ${CALLS}`] = [200, { ...approved, problem: 'It is taken.' }];

  await act(() => vi.advanceTimersByTimeAsync(3_000));

  await vi.waitUntil(() => screen.queryByText(/^No account yet: It is taken/), PATIENCE);
});

test('after an approval the application is read again also after a read that failed', async () => {
  const decision = { by: BY, at: AT, reason: null };
  const approved = buildDetails({ status: 'approved', version: 5, decision });
  const replies: Record<string, readonly [number, unknown]> = { [`GET ${CALLS}`]: [200, approved] };
  const calls = await answerApi(replies);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  open();
  await vi.waitUntil(() => screen.queryByText(/^Approved by Robin Hale/), PATIENCE);
  replies[`GET ${CALLS}`] = [503, { code: 'UNAVAILABLE', message: 'Please try again.' }];
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  await vi.waitUntil(() => sent(calls, `GET ${CALLS}`).length === 2, PATIENCE);
  replies[`GET ${CALLS}`] = [200, { ...approved, driverId: 'c'.repeat(24) }];

  await act(() => vi.advanceTimersByTimeAsync(3_000));

  await vi.waitUntil(() => sent(calls, `GET ${CALLS}`).length === 3, PATIENCE);
});

test('when someone else decided the application first, their decision is shown', async () => {
  const replies = {
    [`GET ${CALLS}`]: [200, buildDetails({ checklist: done })] as const,
    [`POST ${CALLS}/approve`]: [
      409,
      { code: 'APPLICATION_DECIDED', message: 'Declined by Dana Reyes.' },
    ] as const,
  };
  await answerApi(replies);
  open();
  const approve = await screen.findByRole('button', { name: 'Approve' });
  replies[`GET ${CALLS}`] = [
    200,
    buildDetails({
      status: 'declined',
      decision: { by: { ...BY, name: 'Dana Reyes' }, at: AT, reason: 'A 2016 model' },
    }),
  ];

  fireEvent.click(approve);

  expect(await screen.findByText(/^Declined by Dana Reyes on .*: A 2016 model$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});
