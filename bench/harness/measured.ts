import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Resource usage of a measured process. */
export interface Sample {
  /** User and system time of all its threads since it started, in microseconds. */
  cpuMicros: number;
  rssBytes: number;
  /**
   * Heap in use after a garbage collection; null without one. Excludes compiled code, because V8 keeps
   * compiling while a process is busy.
   */
  heapBytes: number | null;
  /** Live objects; null unless counted. */
  held: { timers: number; emitters: number; functions: number } | null;
}

/** How to take a sample: as is, after a garbage collection, or with live objects counted as well. */
export type SampleMode = 'plain' | 'collect' | 'collect and count';

/** A program under measurement: a child process that reports its own resource usage. */
export interface Measured {
  port: number;
  /** Takes a sample. `collect and count` blocks the process for seconds. */
  sample(mode?: SampleMode): Promise<Sample>;
  /** Calls back each time the program sends this message. @returns a function that removes the callback */
  onMessage(message: string, callback: () => void): () => void;
  stop(): Promise<void>;
}

interface Program {
  /** The bundled file in dist/ without its extension: `server`, or `bench/programs/ws-baseline`. */
  name: string;
  port: number;
  env: NodeJS.ProcessEnv;
  /** Where its output is written, as a server's log would be. */
  logFile: string;
}

const DIST = fileURLToPath(new URL('..', import.meta.url));

/** What a program sends: a message of its own, or a requested sample. */
type Message = string | { sample: Sample };

const ERROR_LINES = 15;

/** Starts a program and waits for its message `ready`. `BENCH_NODE_ARGS` are passed on to Node. */
export async function startMeasured({ name, port, env, logFile }: Program): Promise<Measured> {
  const log = openSync(logFile, 'a');
  const child = fork(join(DIST, `${name}.js`), {
    env: { ...process.env, ...env, PORT: `${port}` },
    execArgv: [
      '--expose-gc',
      '--import',
      join(DIST, 'bench/harness/probe.js'),
      ...(process.env.BENCH_NODE_ARGS?.split(' ') ?? []),
    ],
    stdio: ['ignore', log, log, 'ipc'],
  });
  const exited = once(child, 'exit');

  const listen = (listener: (message: Message) => void) => {
    child.on('message', listener);
    return () => child.off('message', listener);
  };
  /** Resolves with the first message that `read` accepts. Rejects when the program exits before. */
  const waitFor = <Wanted>(read: (message: Message) => Wanted | null): Promise<Wanted> =>
    new Promise((resolve, reject) => {
      const stopListening = listen((message) => {
        const wanted = read(message);
        if (wanted === null) return;
        stopListening();
        resolve(wanted);
      });
      exited.then(() => {
        const lastLines = readFileSync(logFile, 'utf8').split('\n').slice(-ERROR_LINES).join('\n');
        reject(new Error(`${name} exited unexpectedly:\n${lastLines}`));
      });
    });

  await waitFor((message) => (message === 'ready' ? message : null));
  return {
    port,
    sample(mode = 'plain') {
      const sample = waitFor((message) => (typeof message === 'object' ? message.sample : null));
      child.send(mode);
      return sample;
    },
    onMessage: (wanted, callback) =>
      listen((message) => {
        if (message === wanted) callback();
      }),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Measures the CPU time that a program uses from now on, in milliseconds per second. */
export async function cpuMillisPerSecond(program: Measured, windowMs: number): Promise<number> {
  const before = await program.sample();
  await setTimeout(windowMs);
  const after = await program.sample();
  return (after.cpuMicros - before.cpuMicros) / windowMs;
}
