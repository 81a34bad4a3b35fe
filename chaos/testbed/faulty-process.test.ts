import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { buildPreload } from '../builds.ts';
import { MACHINE_FAULTS_FILE, type MachineFault } from './machine-fault.ts';

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
  const folder = mkdtempSync(join(tmpdir(), 'marquee-fault-'));
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
  const injectFault = (faults: Record<string, MachineFault>) => {
    writeFileSync(join(folder, MACHINE_FAULTS_FILE), JSON.stringify(faults));
    child.kill('SIGUSR2');
  };
  return { pid: `${child.pid}`, ask, injectFault, readLog: () => readFileSync(file, 'utf8') };
}

const SOUND = { aheadBy: [0, 0, 0], epoch: 0, isDate: true, failure: null };

test('a single process can be given a wrong clock and then the right one again', async () => {
  const { pid, ask, injectFault } = await startProgram();
  expect(await ask()).toEqual(SOUND);

  injectFault({ [pid]: { clockAheadMs: MINUTES * 60_000 } });
  await expect.poll(ask).toEqual({ ...SOUND, aheadBy: [MINUTES, MINUTES, MINUTES] });

  injectFault({ other: { clockAheadMs: MINUTES * 60_000 } });
  await expect.poll(ask).toEqual(SOUND);
});

test('a process with a simulated full disk appends only in part and fails, and works again afterwards', async () => {
  const { pid, ask, injectFault, readLog } = await startProgram();
  expect(await ask()).toEqual(SOUND);

  injectFault({ [pid]: { isDiskFull: true } });

  await expect.poll(ask).toEqual({ ...SOUND, failure: 'ENOSPC' });

  injectFault({ other: { isDiskFull: true } });
  await expect.poll(ask).toEqual(SOUND);
  expect(readLog()).toMatch(/^(whole)+(wh)+whole$/);
});
