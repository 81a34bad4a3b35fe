// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import type { StoredFile } from '#common/files/stored-file.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi, sent } from '#web/testing/serve-api.ts';
import { changeDraft, changePaper, clearDraft, useApplicationDraft } from './application-draft.ts';
import { ApplicationForm } from './application-form.tsx';

const FILE: StoredFile = {
  id: `file_${'a'.repeat(32)}`,
  name: 'license.pdf',
  mediaType: 'application/pdf',
  bytes: 348_160,
};
const UPLOAD = 'POST /api/driver-applications/files?name=license.pdf';
const APPLY = 'POST /api/driver-applications';

const nextYear = addDays(dateInVegas(new Date()), 365);

/** A draft of an applicant without a vehicle, complete except for what each test does. */
beforeEach(() => {
  clearDraft();
  changeDraft({
    name: 'Renee Whitfield',
    dateOfBirth: '1989-03-04',
    phone: '(702) 555-0162',
    email: 'renee@example.com',
    licenseSince: '2009',
    agreesToChecks: true,
    hasVehicle: false,
  });
  changePaper('license', { number: '1706 4421', expiresOn: nextYear });
  changePaper('dot-certification', { number: 'D 1', expiresOn: nextYear });
  vi.stubGlobal('scrollTo', () => {});
});

async function open(replies: ApiReplies) {
  const calls = await answerApi(replies);
  const onSent = vi.fn();
  render(
    <MemoryRouter initialEntries={['/drive/apply?step=documents']}>
      <ApplicationForm onSent={onSent} />
    </MemoryRouter>,
  );
  return { calls, onSent };
}

const openLicense = () => fireEvent.click(screen.getByRole('button', { name: "Change Driver's license" }));

const chooseFile = () =>
  fireEvent.change(screen.getByLabelText('Photo or PDF'), {
    target: { files: [new File(['%PDF-1.7 and so on'], 'license.pdf')] },
  });

test('an upload continues while its row is closed, and the application can be sent only after it', async () => {
  const answer = deferred<readonly [number, unknown]>();
  const { calls, onSent } = await open({
    [UPLOAD]: () => answer.promise,
    [APPLY]: [200, { message: 'Fine' }],
  });
  openLicense();
  chooseFile();
  await waitFor(() => expect(sent(calls, UPLOAD)).toHaveLength(1));

  fireEvent.click(screen.getByRole('button', { name: "Done with Driver's license" }));
  expect(screen.getByText(/^license\.pdf, \d+%$/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sending the file...' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  answer.resolve([201, { file: FILE }]);

  expect(await screen.findByText('license.pdf, 340 KB')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Send application' }));
  await waitFor(() => expect(onSent).toHaveBeenCalled());
  expect(Object(sent(calls, APPLY).at(-1)).papers).toEqual([
    { kind: 'license', number: '1706 4421', expiresOn: nextYear, file: FILE },
    { kind: 'dot-certification', number: 'D 1', expiresOn: nextYear, file: null },
  ]);
});

test('an application can be sent without files', async () => {
  const { onSent } = await open({ [APPLY]: [200, { message: 'Fine' }] });

  fireEvent.click(screen.getByRole('button', { name: 'Send application' }));

  await waitFor(() => expect(onSent).toHaveBeenCalledWith(null));
});

test('a file missing on the server is reported at its document, and another upload clears the error', async () => {
  const message = 'license.pdf is no longer here. Please add it again.';
  changePaper('license', { file: FILE });
  await open({
    [APPLY]: [400, { code: 'INVALID_REQUEST', message, issues: [{ path: 'papers.0.file', message }] }],
    [UPLOAD]: [201, { file: { ...FILE, id: `file_${'b'.repeat(32)}` } }],
  });

  fireEvent.click(screen.getByRole('button', { name: 'Send application' }));

  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByLabelText('Photo or PDF')).toHaveFocus();
  expect(useApplicationDraft.getState().papers.license?.file).toBeNull();
  chooseFile();
  expect(await screen.findByRole('button', { name: 'Remove license.pdf' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
