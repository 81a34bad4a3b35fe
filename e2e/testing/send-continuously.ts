/** The results of a series of requests. */
interface Asked {
  /** The servers that replied, by the names that the balancer reports. */
  servedBy: Set<string>;
  failures: string[];
}

/**
 * Requests that only a server can answer, with the status for a visitor: a read, and a write that
 * must not be retried.
 */
const REQUESTS = [
  { method: 'GET', path: '/api/config', status: 200 },
  { method: 'POST', path: '/api/rides', status: 401 },
];

/** Sends requests continuously, one of each kind at a time, until stopped. */
export function sendContinuously(web: string): { stop(): Promise<Asked> } {
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
