import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

const requestIds = new AsyncLocalStorage<string | undefined>();

/** The id of the request that what runs now belongs to, jobs that it enqueued included; undefined for what comes round by itself. */
export const currentRequestId = (): string | undefined => requestIds.getStore();

/** Runs something for a request, or for none: `currentRequestId` tells its id throughout, and every line that is logged carries it. */
export const runForRequest = <Result>(requestId: string | undefined, run: () => Result): Result =>
  requestIds.run(requestId, run);

/** The same function, for the request that is current now, whenever it is called. */
export const forCurrentRequest = <Result>(run: () => Result): (() => Result) => AsyncResource.bind(run);
