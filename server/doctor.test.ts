import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const DOCTOR = fileURLToPath(new URL('doctor.ts', import.meta.url));

interface Visit {
  code: number;
  said: string;
}

/** Runs `npm run doctor` with the services of this test, and some settings of its own. */
const visit = (settings: Record<string, string>): Promise<Visit> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', DOCTOR],
      { env: { ...process.env, ...settings } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });

test('each part is examined though others are away, with what to do, and no secret is printed', async () => {
  const { code, said } = await visit({
    MONGO_URL: 'mongodb://user:secret@127.0.0.1:1/marquee',
    SMTP_URL: 'smtp://user:secret@127.0.0.1:1',
    PUBLIC_URL: 'http://127.0.0.1:2',
  });

  expect(code).toBe(1);
  expect(said).toContain('Check that it runs, and address and password in MONGO_URL.');
  expect(said).toContain('It takes writes.');
  expect(said).toContain('No worker takes jobs: nothing paid is confirmed, no mail is sent.');
  expect(said).toContain('The simulator answers for it, and takes no money.');
  expect(said).toContain('Check SMTP_URL: host, port, name and password.');
  expect(said).toContain('Check that PUBLIC_URL leads to the balancer, and that servers run.');
  expect(said).toContain('4 faults found.');
  expect(said).not.toContain('secret');
});

test('settings that are not usable are named', async () => {
  const { code, said } = await visit({ NODE_ENV: 'production', PUBLIC_URL: 'http://marquee.example' });

  expect(code).toBe(1);
  expect(said).toContain('PUBLIC_URL must be an https address in production');
});
