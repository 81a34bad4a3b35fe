import { execFile } from 'node:child_process';

/** How a program ended. */
export interface Ended {
  code: number;
  /** What it wrote on both outputs. */
  said: string;
}

/** Runs one of our programs to its end, from source, on the services of this test and some settings of its own. */
export const runProgram = (file: string, settings: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', file],
      { env: { ...process.env, ...settings } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
