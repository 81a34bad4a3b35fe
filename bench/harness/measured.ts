import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** What a measured process has used and holds. */
export interface Sample {
  /** User and system time of all its threads since it started, in microseconds. */
  cpuMicros: number;
  rssBytes: number;
  /**
   * Heap in use after a garbage collection, null without one. Without compiled code, since V8 goes on
   * compiling for as long as a process is busy.
   */
  heapBytes: number | null;
  /** Live objects, null unless counted. */
  held: { timers: number; emitters: number; functions: number } | null;
}

/** How a sample is taken: as it is, after a garbage collection, or with live objects counted as well. */
export type SampleMode = 'plain' | 'collect' | 'collect and count';

/** A program under measurement: a process of its own that reports its use of the machine. */
export interface Measured {
  port: number;
  /** With `collect and count` the process stands still for seconds. */
  sample(mode?: SampleMode): Promise<Sample>;
  /** Calls back whenever the program sends this message. @returns removes the callback */
  onMessage(message: string, callback: () => void): () => void;
  stop(): Promise<void>;
}

interface Program {
  /** Bundled file in dist/, without its ending: `server`, or `bench/programs/ws-baseline`. */
  name: string;
  port: number;
  env: NodeJS.ProcessEnv;
  /** Where its output goes, as a server's log would. */
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
  /** The first message that `read` takes. Rejects when the program exits before. */
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

/** CPU time that a program uses in some time from now, in milliseconds a second. */
export async function cpuMillisPerSecond(program: Measured, windowMs: number): Promise<number> {
  const before = await program.sample();
  await setTimeout(windowMs);
  const after = await program.sample();
  return (after.cpuMicros - before.cpuMicros) / windowMs;
}
