import { createServer } from 'vite';

/** The pages of `npm run dev`: Vite's dev server on PORT, which proxies /api and the socket to API_URL. */
const server = await createServer({
  configFile: 'vite.config.ts',
  server: { port: Number(process.env.PORT), strictPort: true, host: process.env.HOST || 'localhost' },
});
await server.listen();
console.log(`ready http://localhost:${process.env.PORT}`);
