const NAMES =
  /^(MaxRetriesPerRequestError|Mongo(ose)?(ServerSelection|Network|PoolCleared|NotConnected)\w*Error)$/;

/** Whether an error is Redis or MongoDB not answering, as against something wrong with what they were asked. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && (NAMES.test(error.name) || error.message === 'Connection is closed.');
