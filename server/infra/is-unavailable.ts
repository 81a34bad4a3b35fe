import mongoose from 'mongoose';
import { isReplyError } from './connection-watchdog.ts';

/** Names of driver errors about a missing, lost or unresponsive connection. */
const UNAVAILABLE_NAMES =
  /^(MaxRetriesPerRequestError|ClusterAllFailedError|PoolClearedOnNetworkError|Mongo(ose)?(ServerSelection|Network|PoolCleared|PoolClosed|ServerClosed|NotConnected|TopologyClosed|WaitQueueTimeout)\w*Error)$/;

/**
 * Messages of ioredis about a lost or unresponsive connection, or a cluster without a reachable node; and of
 * Node, which the MongoDB driver passes on when the server closes a connection as a command is sent.
 */
const UNAVAILABLE_MESSAGES =
  /^(Connection is closed\.|Command timed out|Too many Cluster redirections|None of startup nodes is available|Cluster is ended|This socket has been ended by the other party|(read|write) (EPIPE|ECONNRESET|ETIMEDOUT))/;

/** Redis error codes while it starts, is full, cannot write or is no longer the master, or a slot moves. */
const REDIS_REFUSALS =
  /^(LOADING|OOM|MISCONF|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|NOREPLICAS|BUSY|UNBLOCKED)\b/;

/** MongoDB error codes about the server: stepping down, shutting down, full, or members unreachable. */
const MONGO_CODES: ReadonlySet<unknown> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout: written, but not acknowledged by a majority in time
  79, // UnknownReplWriteConcern
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet: a member that has just started
  189, // PrimarySteppedDown
  246, // SnapshotUnavailable: a majority does not have the collection's latest indexes yet
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
 * Whether an error means that Redis or MongoDB is unavailable, as opposed to a faulty command. The command
 * may have been executed nevertheless.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (UNAVAILABLE_NAMES.test(error.name) || UNAVAILABLE_MESSAGES.test(error.message)) return true;
  if (isReplyError(error)) return REDIS_REFUSALS.test(error.message);
  if (!(error instanceof mongoose.mongo.MongoError)) return false;
  return MONGO_CODES.has(error.code) || error.hasErrorLabel('RetryableWriteError');
}
