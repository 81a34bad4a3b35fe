/** What became of a row of requests. */
interface Asked {
  /** The servers that answered, as the balancer names them. */
  servedBy: Set<string>;
  failures: string[];
}

/** Requests that a server has to answer itself, and the status it answers a visitor with: a read, and a write that nobody may repeat. */
const REQUESTS = [
  { method: 'GET', path: '/api/config', status: 200 },
  { method: 'POST', path: '/api/rides', status: 401 },
];

/** Asks without pause, one of each request at a time, until it is stopped. */
export function keepAsking(web: string): { stop(): Promise<Asked> } {
  const asked: Asked = { servedBy: new Set(), failures: [] };
  let isStopped = false;

  async function ask({ method, path, status }: (typeof REQUESTS)[number]): Promise<void> {
    const reply = await fetch(`${web}${path}`, { method, headers: { origin: web } });
    await reply.arrayBuffer();
    asked.servedBy.add(reply.headers.get('x-served-by') ?? 'nobody');
    if (reply.status !== status) asked.failures.push(`${method} ${path}: ${reply.status}`);
  }

  const rows = REQUESTS.map(async (request) => {
    while (!isStopped) {
      await ask(request).catch((error: unknown) => asked.failures.push(`${request.path}: ${error}`));
    }
  });

  return {
    async stop() {
      isStopped = true;
      await Promise.all(rows);
      return asked;
    },
  };
}
