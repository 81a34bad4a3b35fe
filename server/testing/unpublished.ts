import { vi } from 'vitest';
import { redis } from '../infra/redis.ts';

/**
 * Runs a change while publishing on Redis fails, as if the process died after its write and before
 * publishing.
 */
export async function unpublished<Result>(run: () => Promise<Result>): Promise<Result> {
  const publish = vi.spyOn(redis, 'publish').mockRejectedValue(new Error('away'));
  try {
    return await run();
  } finally {
    publish.mockRestore();
  }
}
