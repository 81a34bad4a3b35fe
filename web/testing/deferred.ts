export interface Deferred<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (reason: Error) => void;
}

/** Creates a promise that the test settles. */
export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: Error) => void = () => {};
  const promise = new Promise<T>((keep, refuse) => {
    resolve = keep;
    reject = refuse;
  });
  return { promise, resolve, reject };
}
