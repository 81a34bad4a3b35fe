import type { FirstStep } from '#common/ops/ops-api.ts';
import * as api from '#common/ops/ops-api.ts';
import { type ApiRoutes, createApiRoutes } from '../http/api-routes.ts';

interface OpsRoutesOptions {
  /** Injected, since it depends on all nouns. */
  readFirstSteps: () => Promise<FirstStep[]>;
}

/** Creates the routes of the console that belong to no noun. */
export function createOpsRoutes({ readFirstSteps }: OpsRoutesOptions): ApiRoutes {
  const opsRoutes = createApiRoutes();

  opsRoutes.handle(api.listFirstSteps, readFirstSteps);

  return opsRoutes;
}
