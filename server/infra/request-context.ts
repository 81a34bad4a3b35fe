import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

const requestIds = new AsyncLocalStorage<string | undefined>();

/** Returns the current request's id, also in jobs that it enqueued; undefined in scheduled work. */
export const currentRequestId = (): string | undefined => requestIds.getStore();

/** Runs a function for a request, or for none. `currentRequestId` and log lines have its id meanwhile. */
export const runForRequest = <Result>(requestId: string | undefined, run: () => Result): Result =>
  requestIds.run(requestId, run);

/** Binds a function to the current request's context. */
export const forCurrentRequest = <Result>(run: () => Result): (() => Result) => AsyncResource.bind(run);
