import mongoose from 'mongoose';
import { isReplyError } from './connection-watchdog.ts';

/** Errors of the drivers about a connection that is not there, was lost or does not answer. */
const UNAVAILABLE_NAMES =
  /^(MaxRetriesPerRequestError|ClusterAllFailedError|Mongo(ose)?(ServerSelection|Network|PoolCleared|NotConnected|TopologyClosed|WaitQueueTimeout)\w*Error)$/;

/** What ioredis says of a lost connection, of one that does not answer, and of a cluster none of whose nodes can be asked. */
const UNAVAILABLE_MESSAGES =
  /^(Connection is closed\.|Command timed out|Too many Cluster redirections|None of startup nodes is available|Cluster is ended)/;

/** The first word of Redis's errors when it starts, is full, cannot write, or is no longer the master, and when a slot moves. */
const REDIS_REFUSALS =
  /^(LOADING|OOM|MISCONF|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|NOREPLICAS|BUSY|UNBLOCKED)\b/;

/** MongoDB's errors about its own state: its primary steps down, shuts down, is full, or its members do not answer. */
const MONGO_CODES: ReadonlySet<unknown> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout: written, but not known by a majority in time
  79, // UnknownReplWriteConcern
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  133, // FailedToSatisfyReadPreference
  189, // PrimarySteppedDown
  262, // ExceededTimeLimit
  9001, // SocketException
  10058, // LegacyNotPrimary
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
  14031, // OutOfDiskSpace
]);

/**
 * Whether an error says that Redis or MongoDB cannot serve now, as against something wrong with what they were asked. What
 * was asked may have been done all the same.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (UNAVAILABLE_NAMES.test(error.name) || UNAVAILABLE_MESSAGES.test(error.message)) return true;
  if (isReplyError(error)) return REDIS_REFUSALS.test(error.message);
  if (!(error instanceof mongoose.mongo.MongoError)) return false;
  return MONGO_CODES.has(error.code) || error.hasErrorLabel('RetryableWriteError');
}
