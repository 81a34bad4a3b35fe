import type { FirstStep } from '#common/ops/ops-api.ts';
import * as api from '#common/ops/ops-api.ts';
import { type ApiRoutes, createApiRoutes } from '../http/api-routes.ts';

interface OpsRoutesOptions {
  /** Knows all nouns, which this one does not. */
  readFirstSteps: () => Promise<FirstStep[]>;
}

/** The routes of the console as a whole. */
export function createOpsRoutes({ readFirstSteps }: OpsRoutesOptions): ApiRoutes {
  const opsRoutes = createApiRoutes();

  opsRoutes.handle(api.listFirstSteps, readFirstSteps);

  return opsRoutes;
}
