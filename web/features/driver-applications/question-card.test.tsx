// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { type ApiReplies, answerApi, sent } from '#web/testing/serve-api.ts';
import { MyApplication } from './my-application.tsx';
import { buildApplicantView } from './testing/build-applicant-view.ts';

const TOKEN = `da_${'a'.repeat(32)}`;
const READ = `GET /api/driver-applications/${TOKEN}`;
const REPLY = `POST /api/driver-applications/${TOKEN}/reply`;
const AT = '2026-11-18T17:40:00.000Z';
const CHANGED = {
  code: 'APPLICATION_CHANGED',
  message: 'This application has changed. Please look at it again.',
};

async function openAndType(replies: ApiReplies) {
  const calls = await answerApi(replies);
  render(
    <MemoryRouter>
      <MyApplication token={TOKEN} />
    </MemoryRouter>,
  );
  fireEvent.change(await screen.findByLabelText('Number'), { target: { value: '1706 4421' } });
  fireEvent.change(screen.getByLabelText('Expires'), { target: { value: '2099-05-14' } });
  fireEvent.change(screen.getByLabelText('Your answer'), { target: { value: 'Here it is.' } });
  return calls;
}

const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send answer' }));

beforeEach(() => useToastStore.setState({ newest: null }));

test('a replaced question is shown with the typed answer kept, and the answer is sent to the new one', async () => {
  const replies: ApiReplies = { [READ]: [200, buildApplicantView()], [REPLY]: [409, CHANGED] };
  const calls = await openAndType(replies);
  const question = { text: 'Both sides, please.', paper: 'license' as const, askedAt: AT };
  replies[READ] = [200, buildApplicantView({ version: 3, question })];

  send();

  expect(await screen.findByText('Both sides, please.')).toBeVisible();
  expect(useToastStore.getState().newest).toMatchObject({ description: CHANGED.message });
  expect(screen.getByLabelText('Your answer')).toHaveValue('Here it is.');
  expect(screen.getByLabelText('Number')).toHaveValue('1706 4421');
  replies[REPLY] = [200, buildApplicantView({ version: 4, status: 'received', question: null })];
  fireEvent.click(await screen.findByRole('button', { name: 'Send answer' }));
  expect(await screen.findByRole('heading', { name: 'We have your application' })).toBeVisible();
  const papers = [{ kind: 'license', number: '1706 4421', expiresOn: '2099-05-14', file: null }];
  expect(sent(calls, REPLY)).toEqual([2, 3].map((version) => ({ version, message: 'Here it is.', papers })));
});

test('the number typed for one document is not kept when the question asks for another', async () => {
  const replies: ApiReplies = { [READ]: [200, buildApplicantView()], [REPLY]: [409, CHANGED] };
  await openAndType(replies);
  const question = { text: 'It ended in May.', paper: 'insurance' as const, askedAt: AT };
  replies[READ] = [200, buildApplicantView({ version: 3, question })];

  send();

  expect(await screen.findByText('It ended in May.')).toBeVisible();
  expect(screen.getByLabelText('Number')).toHaveValue('');
  expect(screen.getByLabelText('Your answer')).toHaveValue('Here it is.');
});

test('an application that was decided meanwhile is shown with its decision', async () => {
  const message = 'Declined by Robin Hale on Fri 27 Nov, 12:41 PM PST.';
  const replies: ApiReplies = {
    [READ]: [200, buildApplicantView()],
    [REPLY]: [409, { code: 'APPLICATION_DECIDED', message }],
  };
  await openAndType(replies);
  replies[READ] = [
    200,
    buildApplicantView({
      version: 3,
      status: 'declined',
      question: null,
      decidedAt: AT,
      reason: 'A 2016 model.',
    }),
  ];

  send();

  expect(await screen.findByText('A 2016 model.')).toBeVisible();
  expect(useToastStore.getState().newest).toMatchObject({ description: message });
});

test('a typed answer stays when the application cannot be reloaded after a conflict', async () => {
  const replies: ApiReplies = { [READ]: [200, buildApplicantView()], [REPLY]: [409, CHANGED] };
  await openAndType(replies);
  replies[READ] = [503, {}];

  send();

  await expect.poll(() => useToastStore.getState().newest?.description).toBe(CHANGED.message);
  const again = await screen.findByRole('button', { name: 'Send answer' });
  expect(screen.getByLabelText('Your answer')).toHaveValue('Here it is.');
  replies[REPLY] = [200, buildApplicantView({ version: 4, status: 'received', question: null })];
  fireEvent.click(again);
  expect(await screen.findByRole('heading', { name: 'We have your application' })).toBeVisible();
});
