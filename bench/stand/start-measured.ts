import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Question, Sample } from './sample.ts';

/** A program under measurement: a process of its own that answers for its use of the machine. */
export interface Measured {
  port: number;
  sample(): Promise<Sample>;
  /** Collects garbage first. */
  collectAndSample(): Promise<Sample>;
  /** Collects garbage first, and counts what is left. The process stands still for seconds. */
  collectAndCount(): Promise<Sample>;
  /** Calls back whenever it says this word; gives what ends that. */
  hear(word: string, onWord: () => void): () => void;
  stop(): Promise<void>;
}

interface Program {
  /** Bundled file in dist/, without its ending: `server`, or `bench/floors/plain-ws`. */
  name: string;
  port: number;
  env: NodeJS.ProcessEnv;
  /** Where its output goes, as a server's log would. */
  logFile: string;
}

const DIST = fileURLToPath(new URL('..', import.meta.url));

/** What a program says: a word of its own, or the answer to a question. */
type Message = string | { sample: Sample };

const LAST_LINES = 15;

const running = new Set<() => Promise<void>>();

/** Starts a program and waits for its word, the message `ready`. */
export async function startMeasured({ name, port, env, logFile }: Program): Promise<Measured> {
  const log = openSync(logFile, 'a');
  const child = fork(join(DIST, `${name}.js`), {
    env: { ...process.env, ...env, PORT: `${port}` },
    execArgv: [
      '--expose-gc',
      '--import',
      join(DIST, 'bench/stand/probe.js'),
      ...(process.env.BENCH_NODE_ARGS?.split(' ') ?? []),
    ],
    stdio: ['ignore', log, log, 'ipc'],
  });
  const exited = once(child, 'exit');

  /** The first message that says what is wanted; throws when the program ends before. */
  const hearOnce = <Wanted>(read: (message: Message) => Wanted | null): Promise<Wanted> =>
    new Promise((resolve, reject) => {
      const listen = (message: Message) => {
        const wanted = read(message);
        if (wanted === null) return;
        child.off('message', listen);
        resolve(wanted);
      };
      child.on('message', listen);
      exited.then(() => {
        const lastWords = readFileSync(logFile, 'utf8').split('\n').slice(-LAST_LINES).join('\n');
        reject(new Error(`${name} ended before it was told to:\n${lastWords}`));
      });
    });
  const ask = (question: Question): Promise<Sample> => {
    const answer = hearOnce((message) => (typeof message === 'object' ? message.sample : null));
    child.send(question);
    return answer;
  };
  const stop = async () => {
    running.delete(stop);
    child.kill('SIGTERM');
    await exited;
  };
  running.add(stop);

  await hearOnce((message) => (message === 'ready' ? message : null));
  return {
    port,
    sample: () => ask('sample'),
    collectAndSample: () => ask('collect and sample'),
    collectAndCount: () => ask('collect and count'),
    hear(word, onWord) {
      const listen = (message: Message) => {
        if (message === word) onWord();
      };
      child.on('message', listen);
      return () => child.off('message', listen);
    },
    stop,
  };
}

/** Ends whatever still runs. */
export async function stopAllMeasured(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()));
}
