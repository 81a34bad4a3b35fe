import { expect, test } from 'vitest';
import { runProgram } from './testing/run-program.ts';

/** Runs `npm run doctor` with this test's services and the given settings. */
const visit = (settings: Record<string, string>) => runProgram('server/doctor.ts', settings);

test('the doctor examines each part even if others are unreachable, gives advice, and prints no secret', async () => {
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

test('the doctor names unusable settings', async () => {
  const { code, said } = await visit({ NODE_ENV: 'production', PUBLIC_URL: 'http://marquee.example' });

  expect(code).toBe(1);
  expect(said).toContain('PUBLIC_URL must be an https address in production');
});
