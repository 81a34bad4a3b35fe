import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { codeOf, readManifest, stylesOf } from './page-code.mjs';
import { ROOT } from './setup.mjs';

const SITE = join(ROOT, 'dist/web');
const RENDERER = join(ROOT, 'dist/prerender');
/** What runs the site's code, as Vite puts it into the shell. */
const ENTRY = /<script type="module"[^>]*><\/script>/;
const EMPTY_ROOT = '<div id="root"></div>';

/** What React renders in front of the page for the head to take: title, meta and link elements. */
const HEAD = /^(?:<title>[^<]*<\/title>|<(?:meta|link) [^>]*>)+/;

async function loadRenderer() {
  await build({
    root: join(ROOT, 'web'),
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    build: { ssr: 'prerender.tsx', outDir: RENDERER, emptyOutDir: true },
  });
  return import(pathToFileURL(join(RENDERER, 'prerender.js')).href);
}

/**
 * Style attributes, which the pages' policy forbids in HTML though not to scripts, as a stylesheet of the page's own. It stays when React takes
 * the page over: React sets only what changes from then on, and that wins.
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
 * Runs in the page, inline: asks for its code once its first frame is drawn, which what draws it would else share the line with. A page opened in
 * the background draws no frame before it is looked at, and asks at once.
 */
function askForCode() {
  const code = document.getElementById('page-code');
  const ask = () => code.replaceWith(code.content);
  if (document.hidden) ask();
  else requestAnimationFrame(() => setTimeout(ask));
}

/** The built shell with a page in it, dressed; its code stands in a template until the first frame is drawn. */
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

function write(path, content) {
  const file = join(SITE, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Writes each public page into dist/web/, so that it reads without a script; what had been index.html serves the others as app.html. */
export async function prerender() {
  const { paths, renderPage, renderPictures } = await loadRenderer();
  const manifest = readManifest();
  renameSync(join(SITE, 'index.html'), join(SITE, 'app.html'));
  const shell = readFileSync(join(SITE, 'app.html'), 'utf8');
  if (!shell.includes(EMPTY_ROOT)) throw new Error('index.html has no empty #root.');
  if (!ENTRY.test(shell)) throw new Error('index.html has no module to begin with.');

  for (const path of paths) {
    const page = fill(shell, {
      html: await renderPage(path),
      code: codeOf(path, manifest),
      styles: stylesOf(path, manifest),
    });
    write(join(path, 'index.html'), page);
  }
  for (const { path, svg } of await renderPictures()) write(path, svg);
  rmSync(RENDERER, { recursive: true });
}
