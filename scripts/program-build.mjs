import { ROOT } from './setup.mjs';

/** esbuild's options for a program that Node runs beside the installed packages. */
export const PROGRAM_BUILD = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
};
