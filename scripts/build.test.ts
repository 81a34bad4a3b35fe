import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Fake packages. Vite records its calls and waits for a file `go`; both write files into their folders. */
const PACKAGES = {
  vite: `
    import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
    import { setTimeout } from 'node:timers/promises';
    export async function build({ build: { outDir } }) {
      appendFileSync('calls', 'vite\\n');
      while (!existsSync('go')) await setTimeout(20);
      mkdirSync(outDir + '/.vite', { recursive: true });
      for (const name of ['manifest', 'packages']) writeFileSync(outDir + '/.vite/' + name + '.json', '{}');
    }`,
  esbuild: `
    import { writeFileSync } from 'node:fs';
    export const build = async ({ outdir, entryPoints }) => {
      for (const name of Object.keys(entryPoints)) writeFileSync(outdir + '/' + name + '.js', 'new');
    };`,
};

/** Creates a clone with a previous build and the fake packages. */
function clone() {
  const root = mkdtempSync(join(tmpdir(), 'marquee-build-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, content: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const [name, code] of Object.entries(PACKAGES)) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, type: 'module', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, code);
  }
  mkdirSync(join(root, 'scripts'));
  for (const name of ['build.mjs', 'program-build.mjs', 'setup.mjs'])
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name));
  write('scripts/prerender.mjs', 'export async function prerender() {}');
  write('server/index.ts', 'source');
  write('dist/server.js', 'previous');

  return {
    root,
    file: (path: string) => readFileSync(join(root, path), 'utf8'),
    /** Lets the fake Vite continue. */
    continueVite: () => write('go', ''),
    /** Starts a build. Resolves once it has printed its first message. */
    async start() {
      const build = spawn(process.execPath, ['scripts/build.mjs'], { cwd: root });
      const ended = once(build, 'exit').then(([code]) => code);
      const [output] = await once(build.stdout, 'data');
      return { pid: build.pid, output: String(output).trim(), ended };
    },
  };
}

test('the previous build stays in place until the new one is complete, and a second build waits for it', async () => {
  const { root, start, continueVite, file } = clone();
  const first = await start();
  const second = await start();
  expect(first.output).toBe('Building…');
  expect(second.output).toBe(`Waiting for process ${first.pid}, which builds…`);
  await expect.poll(() => existsSync(join(root, 'calls'))).toBe(true);
  expect(file('dist/server.js')).toBe('previous');

  continueVite();

  expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0]);
  expect(file('dist/server.js')).toBe('new');
  expect(file('calls')).toBe('vite\n');
  expect(readdirSync(root).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  expect(readdirSync(join(root, '.data'))).toEqual([]);
});
