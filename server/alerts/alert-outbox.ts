import { createOpsOutbox } from '../infra/ops-outbox.ts';
import { AlertModel, toAlert } from './alert-model.ts';

/** Shows alerts on every open console, with each change. */
export const alertOutbox = createOpsOutbox({
  model: AlertModel,
  event: 'alert:changed',
  present: toAlert,
});
