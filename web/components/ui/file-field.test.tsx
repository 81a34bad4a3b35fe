// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { uploadStaffFile } from '#common/files/files-api.ts';
import { MAX_FILE_BYTES, type StoredFile } from '#common/files/stored-file.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { UploadField } from './file-field.tsx';

const STORED: StoredFile = {
  id: `file_${'a'.repeat(32)}`,
  name: 'license.pdf',
  mediaType: 'application/pdf',
  bytes: 1_258_291,
};

const CALL = 'POST /api/ops/files?name=license.pdf';

const pdf = (name = 'license.pdf', text = '%PDF-1.7 and so on') => new File([text], name);

let fields = 0;

/** Renders a form with a file field and a text input that share one state. */
async function show(replies: ApiReplies, initial: StoredFile | null = null) {
  const calls = await answerApi(replies);
  const onForm = vi.fn();
  fields += 1;
  const uploadKey = `field ${fields}`;
  const Form = () => {
    const [form, setForm] = useState({ number: '', file: initial });
    onForm(form);
    return (
      <>
        <input
          aria-label="Number"
          value={form.number}
          onChange={(event) => setForm({ ...form, number: event.target.value })}
        />
        <UploadField
          label="File"
          uploadKey={uploadKey}
          file={form.file}
          endpoint={uploadStaffFile}
          onChange={(file) => setForm({ ...form, file })}
        />
      </>
    );
  };
  render(<Form />);
  return { calls, onForm };
}

const choose = (file: File) => fireEvent.change(screen.getByLabelText('File'), { target: { files: [file] } });

test('a file is uploaded as soon as it is chosen, and text typed meanwhile is kept', async () => {
  const answer = deferred<readonly [number, unknown]>();
  const { calls, onForm } = await show({ [CALL]: () => answer.promise });

  choose(pdf());
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.getByRole('status')).toHaveTextContent('Sending license.pdf');
  fireEvent.change(screen.getByLabelText('Number'), { target: { value: 'NV 1706' } });
  answer.resolve([201, { file: STORED }]);

  expect(await screen.findByText('license.pdf')).toBeVisible();
  expect(screen.getByText('(1.2 MB)')).toBeVisible();
  expect(onForm).toHaveBeenLastCalledWith({ number: 'NV 1706', file: STORED });
  expect(calls[0]).toMatchObject({ call: CALL, headers: { 'content-type': 'application/octet-stream' } });
});

test.each([
  ['an empty one', pdf('license.pdf', ''), 'This file is empty.'],
  [
    'a page called license.pdf',
    pdf('license.pdf', '<!doctype html>'),
    'Please choose a PDF or a photo (JPEG, PNG or HEIC).',
  ],
  [
    'one over 10 MB',
    new File([new Uint8Array(MAX_FILE_BYTES + 5_000_000)], 'license.pdf'),
    '15 MB is too large, 10 MB at most.',
  ],
])('an invalid file is refused before it is sent: %s', async (_what, file, problem) => {
  const { calls } = await show({});

  choose(file);

  expect(await screen.findByRole('alert')).toHaveTextContent(problem);
  expect(screen.getByLabelText('File')).toBeInvalid();
  expect(calls).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: `Dismiss: ${file.name}` }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a failed upload shows the reason and can be retried', async () => {
  const replies: ApiReplies = { [CALL]: [503, { code: 'UNAVAILABLE', message: 'Not right now.' }] };
  const { onForm } = await show(replies);
  choose(pdf());
  expect(await screen.findByRole('alert')).toHaveTextContent('Not right now.');

  replies[CALL] = [201, { file: STORED }];
  fireEvent.click(screen.getByRole('button', { name: 'Try again: license.pdf' }));

  await waitFor(() => expect(onForm).toHaveBeenLastCalledWith({ number: '', file: STORED }));
});

test('an upload that the server refuses cannot be retried', async () => {
  await show({ [CALL]: [415, { code: 'UNSUPPORTED_FILE', message: 'Please choose a PDF.' }] });

  choose(pdf());

  expect(await screen.findByRole('alert')).toHaveTextContent('Please choose a PDF.');
  expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
  expect(screen.getByText('Choose another')).toBeVisible();
});

test('of two files chosen one after the other, only the second is used', async () => {
  const first = deferred<readonly [number, unknown]>();
  const other = { ...STORED, id: `file_${'b'.repeat(32)}`, name: 'other.pdf' };
  const third = { ...STORED, id: `file_${'c'.repeat(32)}`, name: 'third.pdf' };
  const { onForm, calls } = await show({
    [CALL]: () => first.promise,
    'POST /api/ops/files?name=other.pdf': [201, { file: other }],
    'POST /api/ops/files?name=third.pdf': [201, { file: third }],
  });

  choose(pdf());
  await waitFor(() => expect(calls).toHaveLength(1));
  choose(pdf('other.pdf'));
  await waitFor(() => expect(onForm).toHaveBeenLastCalledWith({ number: '', file: other }));
  first.resolve([201, { file: STORED }]);
  // A reply to the first upload would arrive before the one to the third.
  choose(pdf('third.pdf'));
  await waitFor(() => expect(onForm).toHaveBeenLastCalledWith({ number: '', file: third }));

  expect(onForm).not.toHaveBeenCalledWith({ number: '', file: STORED });
});

test('stopping an upload keeps the file stored before, which can still be removed', async () => {
  const { calls, onForm } = await show(
    { [CALL]: () => deferred<readonly [number, unknown]>().promise },
    STORED,
  );
  choose(pdf());
  await waitFor(() => expect(calls).toHaveLength(1));

  fireEvent.click(screen.getByRole('button', { name: 'Stop sending license.pdf' }));

  expect(screen.getByText('license.pdf')).toBeVisible();
  expect(onForm).toHaveBeenLastCalledWith({ number: '', file: STORED });
  fireEvent.click(screen.getByRole('button', { name: 'Remove license.pdf' }));
  expect(onForm).toHaveBeenLastCalledWith({ number: '', file: null });
});

test('a dropped file is uploaded', async () => {
  const { onForm } = await show({ [CALL]: [201, { file: STORED }] });

  fireEvent.drop(screen.getByLabelText('File'), { dataTransfer: { files: [pdf()] } });

  await waitFor(() => expect(onForm).toHaveBeenLastCalledWith({ number: '', file: STORED }));
});
