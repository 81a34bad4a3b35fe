import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { CHUNKS, findCircle } from './web/chunks.ts';

/** Where the API and its socket answer during development. */
const API_URL = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** Preloads the fonts with the page instead of after the stylesheet, so that text is laid out once. */
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

/**
 * Writes a list of the npm packages in each built script beside the manifest. The inventory of what runs on
 * the payment page (`docs/checkout-scripts.md`) is checked against it.
 */
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

/** Fails the build if chunks import each other in a circle. */
function refuseCircles(): Plugin {
  return {
    name: 'refuse-circles',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const circle = findCircle(chunks);
      if (circle.length > 0) this.error(`Chunks import each other: ${circle.join(' → ')}`);
    },
  };
}

/**
 * Pages that are opened from an email, rarely, or from a page that has loaded most of their code already.
 * Their chunks are not preloaded.
 */
const COME_TO_LATE =
  /(account|apply|confirm-email|drive-view|driver-(earnings|rating|rides|schedule)|invitation|my-application|order-sheet|pay|reset-password|trip)-page-/;

/**
 * Makes unused components of React Router removable, such as `Form`. They are created by calls that are not
 * marked as pure and get a `displayName`; the bundler counts both as uses.
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
  plugins: [react(), tailwindcss(), shakeRouter(), preloadFonts(), listPackages(), refuseCircles()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    modulePreload: {
      // Every browser that supports popovers, which the pages need, supports `modulepreload`.
      polyfill: false,
      // Navigation loads all chunks of a page in one round trip. Dialogs and rarely opened pages load theirs
      // step by step, which keeps their chunk lists out of the first page's script.
      resolveDependencies: (file, dependencies) =>
        /-page-/.test(file) && !COME_TO_LATE.test(file) ? dependencies : [],
    },
    rolldownOptions: { output: { codeSplitting: { groups: [...CHUNKS] } } },
  },
  server: {
    proxy: {
      '/api': API_URL,
      '/socket.io': { target: API_URL, ws: true },
    },
  },
});
