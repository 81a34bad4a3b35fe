import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';

/** Where the API and its socket answer during development. */
const API_URL = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** Asks for the fonts together with the page instead of after the stylesheet, so that text is set once. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((fileName) => fileName.endsWith('.woff2'))
        .map(
          (fileName): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${fileName}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head-prepend',
          }),
        ),
  };
}

/** Lists the npm packages in each script that is built, beside the manifest: what runs on the payment page is known by them. */
function listPackages(): Plugin {
  const nameIn = (moduleId: string) => moduleId.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1];
  return {
    name: 'list-packages',
    generateBundle(_options, bundle) {
      const packages = Object.values(bundle).flatMap((chunk) => {
        if (chunk.type !== 'chunk') return [];
        const names = Object.keys(chunk.modules).flatMap((id) => nameIn(id) ?? []);
        return [[chunk.fileName, [...new Set(names)].sort()]];
      });
      this.emitFile({
        type: 'asset',
        fileName: '.vite/packages.json',
        source: JSON.stringify(Object.fromEntries(packages)),
      });
    },
  };
}

/**
 * What is loaded together stays together, since each file is a request of its own: what every page begins with, small things of many pages,
 * the fields of any form, what a trip and a booking are filled in with, rates, time, vehicles, fares, what is said to the server, and the forms
 * that send a message. The rest splits by itself, by which pages share it. A group takes along what its modules need, unless a group of higher priority has it.
 */
const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: 'base', tags: ['$initial'], priority: 4 },
  {
    name: 'basics',
    test: /common[\\/](money|fares[\\/](fare-choices|rates)|vehicles[\\/]catalogue)\.|content[\\/]company\.|ui[\\/]page-heading\.|icons[\\/](chevron-left|chevron-right|minus|plus)\./,
    priority: 3,
  },
  {
    name: 'fields',
    test: /components[\\/]ui[\\/](date-input|disclosure|field|segmented-control|select|switch|text-input)\.|lib[\\/](announce|api-error|field-errors|idempotency-keys|message-of|use-focus-first-invalid|use-in-flight|use-now)\.|common[\\/]users[\\/](email|phone)\./,
    priority: 2,
  },
  {
    name: 'trip',
    test: /common[\\/](places[\\/](address|airport)|rides[\\/]ride-limits)\.|components[\\/](place-combobox|stop-list)\./,
    priority: 1,
  },
  {
    name: 'pricing',
    test: /lib[\\/](catalogue-store|config-store|retry-with-backoff|use-config|use-pricing)\./,
    priority: 3,
  },
  {
    name: 'booking',
    test: /features[\\/]booking[\\/](booking-fields|draft|draft-store)\.|components[\\/]paint-swatches\./,
    priority: 1,
  },
  {
    name: 'vehicles',
    test: /vehicles[\\/]vehicle-(drawing|measures)\.|components[\\/]load-boundary\.|app[\\/]fitted-scale\./,
    priority: 3,
  },
  { name: 'time', test: /common[\\/](time|fares[\\/]surge)\./, priority: 3 },
  {
    name: 'fares',
    test: /common[\\/]fares[\\/]quote-fare\.|components[\\/]fare-rows\./,
    priority: 2,
  },
  {
    name: 'api',
    test: /node_modules[\\/]zod[\\/]|lib[\\/]call\.|common[\\/](dollar-string|endpoint|errors|id|fares[\\/](fare|surge-day)|promos[\\/](promo|promos-api)|rides[\\/](overlap|ride|ride-reference|rides-api)|users[\\/]user)\./,
    priority: 0,
  },
  { name: 'messages', test: /features[\\/]messages[\\/]/, minShareCount: 3, priority: 1 },
];

/** Pages that people come to by a link in a mail, or once, or from a page that has most of their code. */
const COME_TO_LATE =
  /(account|apply|confirm-email|drive-view|driver-(earnings|rating|rides|schedule)|invitation|my-application|order-sheet|pay|reset-password|trip)-page-/;

/**
 * Lets the components of React Router that no page uses fall away, such as `Form`: it makes them by calls that are not marked as free of
 * effects, and names them for development tools, both of which count as uses.
 */
function shakeRouter(): Plugin {
  return {
    name: 'shake-router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules[\\/]react-router[\\/]dist[\\/]/ },
      handler: (code) =>
        code
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace(/^var \w+ = (?=React\d*\.(forwardRef|memo)\()/gm, '$&/* @__PURE__ */ '),
    },
  };
}

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), shakeRouter(), preloadFonts(), listPackages()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    modulePreload: {
      // Browsers that know the pages' popovers know `modulepreload` too.
      polyfill: false,
      // A page that is gone to asks for all of its code at once. What is loaded late anyway, or opened once from a mail, can do so in steps,
      // which spares the first page the list of it.
      resolveDependencies: (file, dependencies) =>
        /-page-/.test(file) && !COME_TO_LATE.test(file) ? dependencies : [],
    },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: {
    proxy: {
      '/api': API_URL,
      '/socket.io': { target: API_URL, ws: true },
    },
  },
});
