import { execFile } from 'node:child_process';

/** Result of a finished program. */
export interface Ended {
  code: number;
  /** Output on stdout and stderr. */
  said: string;
}

/** Runs one of our programs from source until it ends, with this test's services and the given settings. */
export const runProgram = (file: string, settings: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', file],
      { env: { ...process.env, ...settings } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
