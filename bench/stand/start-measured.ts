import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sample } from './sample.ts';

/** A program under measurement: a process of its own that answers for its use of the machine. */
export interface Measured {
  port: number;
  sample(): Promise<Sample>;
  /** Collects garbage first, and counts what is left. */
  collectAndSample(): Promise<Sample>;
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
  const ended = exited.then(() => {
    const lastWords = readFileSync(logFile, 'utf8').split('\n').slice(-LAST_LINES).join('\n');
    throw new Error(`${name} ended before it was told to:\n${lastWords}`);
  });
  // Heard of only where somebody waits for the program.
  ended.catch(() => {});

  const next = async (isWanted: (message: unknown) => boolean): Promise<unknown> => {
    for (;;) {
      const [message] = await Promise.race([once(child, 'message'), ended]);
      if (isWanted(message)) return message;
    }
  };
  const ask = async (question: string): Promise<Sample> => {
    const answer = next((message) => typeof message === 'object' && message !== null && 'sample' in message);
    child.send(question);
    return ((await answer) as { sample: Sample }).sample;
  };
  const stop = async () => {
    running.delete(stop);
    child.kill('SIGTERM');
    await exited;
  };
  running.add(stop);

  await next((message) => message === 'ready');
  return {
    port,
    sample: () => ask('sample'),
    collectAndSample: () => ask('collect and sample'),
    hear(word, onWord) {
      const listen = (message: unknown) => {
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
