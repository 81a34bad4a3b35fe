import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { codeOf, readManifest, stylesOf } from './page-code.mjs';
import { ROOT } from './setup.mjs';

/** The script element for the site's code, as Vite inserts it into the shell. */
const ENTRY = /<script type="module"[^>]*><\/script>/;
const EMPTY_ROOT = '<div id="root"></div>';

/** The title, meta and link elements that React renders before the page and that belong into the head. */
const HEAD = /^(?:<title>[^<]*<\/title>|<(?:meta|link) [^>]*>)+/;

async function loadRenderer(outDir) {
  await build({
    root: join(ROOT, 'web'),
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    build: { ssr: 'prerender.tsx', outDir, emptyOutDir: true },
  });
  return import(pathToFileURL(join(outDir, 'prerender.js')).href);
}

/**
 * Moves style attributes into a stylesheet of the page, because the content security policy forbids them in
 * HTML (scripts may still set them). The stylesheet stays after hydration: React sets only what changes from
 * then on, which has priority.
 */
function gatherStyles(html) {
  const rules = new Map();
  const styled = html.replace(/ style="([^"]*)"/g, (_attribute, style) => {
    if (!rules.has(style)) rules.set(style, `#root [data-style="${rules.size}"]{${style}}`);
    return ` data-style="${[...rules.keys()].indexOf(style)}"`;
  });
  return { html: styled, sheet: rules.size > 0 ? `<style>${[...rules.values()].join('')}</style>` : '' };
}

/**
 * Runs inline in the page. Requests the page's code after the first frame, because the code would compete
 * with what the first frame needs. A page opened in the background has no frame until it is shown, so it
 * requests the code at once.
 */
function askForCode() {
  const code = document.getElementById('page-code');
  const ask = () => code.replaceWith(code.content);
  if (document.hidden) ask();
  else requestAnimationFrame(() => setTimeout(ask));
}

/** Inserts a page into the built shell. Its code is in a template until the first frame is drawn. */
function fill(shell, { html, code, styles }) {
  const [head = ''] = HEAD.exec(html) ?? [];
  const body = gatherStyles(html.slice(head.length));
  if (!head) throw new Error('A page was rendered without a title.');
  const isMissing = (file) => !shell.includes(`"/${file}"`);
  const sheets = styles
    .filter(isMissing)
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  const preloads = code
    .filter(isMissing)
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const [entry = ''] = ENTRY.exec(shell) ?? [];
  const late = `<template id="page-code">${preloads.join('')}${entry}</template><script>(${askForCode})()</script>`;
  return shell
    .replace(entry, '')
    .replace('</head>', () => `${sheets.join('')}${body.sheet}${head}</head>`)
    .replace(EMPTY_ROOT, () => EMPTY_ROOT.replace('><', () => `>${body.html}<`))
    .replace('</body>', () => `${late}</body>`);
}

function write(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/**
 * Writes each public page into the built site, so that it can be read without scripts. The former index.html
 * becomes app.html and serves all other pages.
 *
 * @param dist the folder of the build, whose folder `web` is the site
 */
export async function prerender(dist) {
  const site = join(dist, 'web');
  const renderer = join(dist, 'prerender');
  const { paths, renderPage, renderPictures } = await loadRenderer(renderer);
  const manifest = readManifest(dist);
  renameSync(join(site, 'index.html'), join(site, 'app.html'));
  const shell = readFileSync(join(site, 'app.html'), 'utf8');
  if (!shell.includes(EMPTY_ROOT)) throw new Error('index.html has no empty #root.');
  if (!ENTRY.test(shell)) throw new Error('index.html has no module to begin with.');

  for (const path of paths) {
    const page = fill(shell, {
      html: await renderPage(path),
      code: codeOf(path, manifest),
      styles: stylesOf(path, manifest),
    });
    write(join(site, path, 'index.html'), page);
  }
  for (const { path, svg } of await renderPictures()) write(join(site, path), svg);
  rmSync(renderer, { recursive: true });
}
