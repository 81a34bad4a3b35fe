import { createOpsOutbox } from '../infra/ops-outbox.ts';
import { AlertModel, toAlert } from './alert-model.ts';

/** Publishes every change of an alert to all open consoles. */
export const alertOutbox = createOpsOutbox({
  model: AlertModel,
  event: 'alert:changed',
  present: toAlert,
});
