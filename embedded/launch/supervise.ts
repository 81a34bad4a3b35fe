import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A program to supervise. */
interface Program {
  name: string;
  /** Arguments for Node, script first. */
  args: string[];
  env?: Record<string, string>;
  logDir: string;
  /** Called after each restart. */
  onRestart?: () => void;
}

/** A program under supervision. */
export interface Supervised {
  pid: () => number | undefined;
  /** Sends SIGTERM and waits for the exit; SIGKILL after 45 seconds. */
  stop: () => Promise<void>;
}

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 45_000;
const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;
const LOG_TAIL_LINES = 15;

/**
 * Starts a program, waits until it is ready (a line `ready …` on stdout, or an IPC message `ready`), and
 * restarts it whenever it exits. Its output goes to `NAME.log`. A crash loop, more than 5 restarts in a
 * minute, terminates this process.
 *
 * @throws Error with the end of the log if the program does not become ready
 */
export async function supervise(program: Program): Promise<Supervised> {
  mkdirSync(program.logDir, { recursive: true });
  const logFile = join(program.logDir, `${program.name}.log`);
  const log = openSync(logFile, 'w');
  const append = (chunk: Buffer) => {
    try {
      writeSync(log, chunk);
    } catch {
      // The disk is full: the program continues, its output is lost.
    }
  };

  let child: ChildProcess;
  let isStopping = false;
  let recentRestarts: number[] = [];

  function restart() {
    const now = Date.now();
    recentRestarts = [...recentRestarts.filter((at) => now - at < RESTART_WINDOW_MS), now];
    if (recentRestarts.length > MAX_RESTARTS) {
      console.error(`${program.name} is in a crash loop. The end of ${logFile}:\n${tailOf(logFile)}`);
      process.kill(process.pid, 'SIGTERM');
      return;
    }
    console.error(`${program.name} exited and is restarted.`);
    launch().then(
      () => program.onRestart?.(),
      (error: Error) => {
        console.error(error.message);
        if (!isStopping) restart();
      },
    );
  }

  async function launch() {
    const started = spawn(process.execPath, program.args, {
      env: { ...process.env, ...program.env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C signals the whole process group at once. With separate groups, programs can be stopped in
      // order.
      detached: true,
    });
    child = started;
    started.stdout?.on('data', append);
    started.stderr?.on('data', append);
    await waitUntilReady(started, program, logFile);
    started.once('exit', () => {
      if (!isStopping) restart();
    });
  }

  await launch();
  return {
    pid: () => child.pid,
    stop: async () => {
      isStopping = true;
      await terminate(child);
    },
  };
}

function waitUntilReady(child: ChildProcess, program: Program, logFile: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      cleanUp();
      child.kill('SIGKILL');
      reject(new Error(`${program.name} ${why}. The end of ${logFile}:\n${tailOf(logFile)}`));
    };
    const timer = setTimeout(() => fail('did not become ready'), START_TIMEOUT_MS);
    const onExit = () => setTimeout(() => fail('exited before it was ready'), 100);
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

function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

const tailOf = (file: string) =>
  readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LOG_TAIL_LINES).join('\n');
