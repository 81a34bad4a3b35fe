import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program to keep running. */
export interface Program {
  name: string;
  /** Arguments for Node: the script first. */
  args: string[];
  env?: Record<string, string>;
  logDir: string;
  /** Called each time it has been started again. */
  onRestart?: () => void;
}

export interface Running {
  pid: () => number | undefined;
  /** Ends the program and waits until it is gone. */
  stop: () => Promise<void>;
}

const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 15_000;
const RESTARTS_LIMIT = 5;
const RESTARTS_WINDOW_MS = 60_000;
const LOG_TAIL_LINES = 15;

const tailOf = (file: string) =>
  readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LOG_TAIL_LINES).join('\n');

/**
 * Starts a program, waits until it says so (a line `ready …` on its output, or the message `ready` to its parent), and starts it again on the same terms whenever it dies. Its output goes to
 * `NAME.log`. Throws with the end of that log when it does not come up; a program that keeps dying ends this process.
 */
export async function keepRunning(program: Program): Promise<Running> {
  mkdirSync(program.logDir, { recursive: true });
  const logFile = join(program.logDir, `${program.name}.log`);
  const log = createWriteStream(logFile, { flags: 'w' });
  await new Promise((resolve) => log.once('open', resolve));

  let child: ChildProcess;
  let isStopping = false;
  let recentRestarts: number[] = [];

  function startAgain() {
    const now = Date.now();
    recentRestarts = [...recentRestarts.filter((at) => now - at < RESTARTS_WINDOW_MS), now];
    if (recentRestarts.length > RESTARTS_LIMIT) {
      console.error(`${program.name} keeps dying. The end of ${logFile}:\n${tailOf(logFile)}`);
      process.kill(process.pid, 'SIGTERM');
      return;
    }
    console.error(`${program.name} died and is started again.`);
    launch().then(
      () => program.onRestart?.(),
      (error: Error) => {
        console.error(error.message);
        if (!isStopping) startAgain();
      },
    );
  }

  async function launch() {
    const started = spawn(process.execPath, program.args, {
      env: { ...process.env, ...program.env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C reaches every process of a terminal's group at once; these are ended one after the other instead.
      detached: true,
    });
    child = started;
    started.stdout?.pipe(log, { end: false });
    started.stderr?.pipe(log, { end: false });
    await untilReady(started, program, logFile);
    started.once('exit', () => {
      if (!isStopping) startAgain();
    });
  }

  await launch();
  return {
    pid: () => child.pid,
    stop: async () => {
      isStopping = true;
      await end(child);
    },
  };
}

function untilReady(child: ChildProcess, program: Program, logFile: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      cleanUp();
      child.kill('SIGKILL');
      reject(new Error(`${program.name} ${why}. The end of ${logFile}:\n${tailOf(logFile)}`));
    };
    const timer = setTimeout(() => fail('is not ready'), START_LIMIT_MS);
    const onExit = () => setTimeout(() => fail('could not start'), 100);
    const onLine = (chunk: Buffer) => /^ready\b/m.test(chunk.toString()) && succeed();
    const onMessage = (message: unknown) => message === 'ready' && succeed();
    const succeed = () => {
      cleanUp();
      resolve();
    };
    function cleanUp() {
      clearTimeout(timer);
      child.off('exit', onExit);
      child.stdout?.off('data', onLine);
      child.off('message', onMessage);
    }
    child.once('exit', onExit);
    child.stdout?.on('data', onLine);
    child.on('message', onMessage);
  });
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
