import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { buildPreload } from '../builds.ts';
import { BENDS_FILE, type Bend } from './bend.ts';

const MINUTES = 5;

/** For each line of input, prints the time and whether the program can append to its file. */
const PROGRAM = `
import { openSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const file = openSync(process.argv[1], 'a');
const append = () => {
  try {
    writeFileSync(file, Buffer.from('whole'));
    return null;
  } catch ({ code }) {
    return code;
  }
};
createInterface({ input: process.stdin }).on('line', () => {
  const date = new Date();
  const read = [Date.now(), date.getTime(), Date.parse(Date()), new Date(0).getTime(), date instanceof Date];
  console.log(JSON.stringify({ read, failure: append() }));
});
`;

/** Starts a program with the preload, in its own data folder. */
async function startProgram() {
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
  const ask = async () => {
    child.stdin.write('\n');
    const [line] = await once(lines, 'line');
    const { read, failure } = JSON.parse(line);
    const [now, date, text, epoch, isDate] = read;
    // In minutes, so that the delay between reading the two clocks does not matter.
    const aheadBy = [now, date, text].map((each) => Math.round((each - Date.now()) / 60_000) + 0);
    return { aheadBy, epoch, isDate, failure };
  };
  const bend = (bends: Record<string, Bend>) => {
    writeFileSync(join(folder, BENDS_FILE), JSON.stringify(bends));
    child.kill('SIGUSR2');
  };
  return { pid: `${child.pid}`, ask, bend, readLog: () => readFileSync(file, 'utf8') };
}

const SOUND = { aheadBy: [0, 0, 0], epoch: 0, isDate: true, failure: null };

test('a single process can be given a wrong clock and then the right one again', async () => {
  const { pid, ask, bend } = await startProgram();
  expect(await ask()).toEqual(SOUND);

  bend({ [pid]: { clockAheadMs: MINUTES * 60_000 } });
  await expect.poll(ask).toEqual({ ...SOUND, aheadBy: [MINUTES, MINUTES, MINUTES] });

  bend({ other: { clockAheadMs: MINUTES * 60_000 } });
  await expect.poll(ask).toEqual(SOUND);
});

test('a process with a simulated full disk appends only in part and fails, and works again afterwards', async () => {
  const { pid, ask, bend, readLog } = await startProgram();
  expect(await ask()).toEqual(SOUND);

  bend({ [pid]: { isDiskFull: true } });

  await expect.poll(ask).toEqual({ ...SOUND, failure: 'ENOSPC' });

  bend({ other: { isDiskFull: true } });
  await expect.poll(ask).toEqual(SOUND);
  expect(readLog()).toMatch(/^(whole)+(wh)+whole$/);
});
