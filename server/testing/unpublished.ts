import { vi } from 'vitest';
import { redis } from '../infra/redis.ts';

/** Runs a change while Redis takes no publication, which leaves what its statement wrote, as a process does that dies before it publishes. */
export async function unpublished<Result>(run: () => Promise<Result>): Promise<Result> {
  const publish = vi.spyOn(redis, 'publish').mockRejectedValue(new Error('away'));
  try {
    return await run();
  } finally {
    publish.mockRestore();
  }
}
