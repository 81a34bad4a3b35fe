import { createServer } from 'vite';

/** The pages for `npm run dev`: Vite's server on PORT, which hands /api and the socket on to API_URL. */
const server = await createServer({
  configFile: 'vite.config.ts',
  server: { port: Number(process.env.PORT), strictPort: true },
});
await server.listen();
console.log(`ready http://localhost:${process.env.PORT}`);
