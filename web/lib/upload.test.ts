// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import { endpoint } from '#common/endpoint.ts';
import { serveApi } from '../testing/serve-api.ts';
import { upload } from './upload.ts';

const send = endpoint({
  method: 'POST',
  path: '/api/files',
  summary: '',
  who: 'user',
  file: { mediaTypes: ['application/pdf'], maxBytes: 1_000 },
  reply: null,
});

test('an upload without a response fails after ten seconds without progress', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await serveApi((req) => {
    req.resume().on('end', () => vi.advanceTimersByTime(10_000));
  });

  await expect(upload(send, {}, new Blob(['a page']))).rejects.toMatchObject({ status: 0 });
});
