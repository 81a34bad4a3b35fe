import * as api from '#common/rides/pay-link-api.ts';
import { createApiRoutes } from '../../http/api-routes.ts';
import { openPayLink, readPayLink } from './pay-link.ts';

export const payLinkRoutes = createApiRoutes();

payLinkRoutes.handle(api.readPayLink, ({ params }) => readPayLink(params.token));

payLinkRoutes.handle(api.openPayLink, async ({ params }) => ({
  checkoutUrl: await openPayLink(params.token),
}));
