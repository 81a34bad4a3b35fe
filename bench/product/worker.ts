import { handlers } from '#workers/handlers.ts';
import { work } from '#workers/work.ts';

// Our queue as it is, with one job that has nothing to do.

await work({ ...handlers, 'reconcile-mails': async () => process.send?.('done') }, {});
process.send?.('ready');
