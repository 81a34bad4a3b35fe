import { createServer } from 'vite';

/** Runs Vite's dev server for `npm run dev` on PORT. It proxies /api and the socket to API_URL. */
const server = await createServer({
  configFile: 'vite.config.ts',
  server: { port: Number(process.env.PORT), strictPort: true, host: process.env.HOST || 'localhost' },
});
await server.listen();
console.log(`ready http://localhost:${process.env.PORT}`);
