import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

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

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), preloadFonts()],
  build: { outDir: '../dist/web', emptyOutDir: true, target: 'es2022', manifest: true },
  server: {
    proxy: {
      '/api': API_URL,
      '/socket.io': { target: API_URL, ws: true },
    },
  },
});
