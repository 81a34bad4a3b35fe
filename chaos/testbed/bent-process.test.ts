import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { buildPreload } from '../builds.ts';
import { BENDS_FILE, type Bend } from './bend.ts';

/** Appends to its file at every line it gets, and says why it could not. */
const PROGRAM = `
import { openSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const file = openSync(process.argv[1], 'a');
createInterface({ input: process.stdin }).on('line', () => {
  try {
    writeFileSync(file, Buffer.from('whole'));
    console.log('written');
  } catch ({ code }) {
    console.log(code);
  }
});
`;

test('what one process appends finds room in part, as on a full disk, and then finds it again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-bent-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [preload, file] = [join(folder, 'preload.mjs'), join(folder, 'log')];
  await buildPreload(preload);
  const child = spawn(
    process.execPath,
    [`--import=${preload}`, '--input-type=module', '--eval', PROGRAM, file],
    { env: { ...process.env, DATA_DIR: folder }, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  const append = async () => {
    child.stdin.write('\n');
    return (await once(lines, 'line'))[0];
  };
  const bend = (bends: Record<string, Bend>) => {
    writeFileSync(join(folder, BENDS_FILE), JSON.stringify(bends));
    child.kill('SIGUSR2');
  };
  expect(await append()).toBe('written');

  bend({ [`${child.pid}`]: { isDiskFull: true } });
  await expect.poll(append).toBe('ENOSPC');

  bend({ other: { isDiskFull: true } });
  await expect.poll(append).toBe('written');
  expect(readFileSync(file, 'utf8')).toMatch(/^(whole)+(wh)+whole$/);
});
