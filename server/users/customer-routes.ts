import * as api from '#common/users/customers-api.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { findCustomers } from './customers.ts';

export const customerRoutes = createApiRoutes();

customerRoutes.handle(api.searchCustomers, ({ query }) => findCustomers(query.q));
