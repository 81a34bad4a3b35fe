import { create } from 'zustand';
import {
  FILE_REFUSALS,
  HEAD_BYTES,
  mediaTypeOf,
  type StoredFile,
  sizeProblem,
} from '#common/files/stored-file.ts';
import { ApiError, isClientError } from './api-error.ts';
import type { UploadOptions } from './upload.ts';

/** A file on its way, or why it did not arrive. */
export interface Upload {
  name: string;
  bytes: number;
  /** The share that is sent, 0 to 1. */
  share: number;
  /** Null while it is being sent. */
  problem: string | null;
  /** Whether to send the same file again may help. */
  canRetry: boolean;
}

/** Sends a file. */
export type SendFile = (file: File, options: UploadOptions) => Promise<StoredFile>;

interface Job {
  file: File;
  send: SendFile;
  onStored: (file: StoredFile) => void;
  abort: AbortController;
}

/** Uploads by the field they are for. They go on while their field is not shown. */
const useUploadStore = create<Partial<Record<string, Upload>>>(() => ({}));
const jobs = new Map<string, Job>();

/** The upload of a field; null once it is done, and where there is none. */
export const useUpload = (key: string): Upload | null => useUploadStore((uploads) => uploads[key] ?? null);

/** Whether a file is being sent for any of some fields. */
export const useIsUploading = (keys: readonly string[]): boolean =>
  useUploadStore((uploads) => keys.some((key) => uploads[key]?.problem === null));

/**
 * Sends a file for a field, instead of the one being sent for it. What can be known of it here is refused at once.
 *
 * @param onStored called with what the server says of the file, unless another one was chosen meanwhile
 */
export async function startUpload(key: string, job: Omit<Job, 'abort'>): Promise<void> {
  const { file, send, onStored } = job;
  stopUpload(key);
  const abort = new AbortController();
  jobs.set(key, { ...job, abort });
  const isCurrent = () => jobs.get(key)?.abort === abort;
  const show = (state: Partial<Upload>) => {
    if (!isCurrent()) return;
    const upload = { name: file.name, bytes: file.size, share: 0, problem: null, canRetry: false, ...state };
    useUploadStore.setState({ [key]: upload });
  };

  show({});
  const problem = await problemOf(file);
  if (problem) return show({ problem });
  try {
    const stored = await send(file, { signal: abort.signal, onProgress: (share) => show({ share }) });
    if (!isCurrent()) return;
    stopUpload(key);
    onStored(stored);
  } catch (error) {
    show({ problem: describe(error), canRetry: !isClientError(error) });
  }
}

/** Gives up what is being sent for a field, or takes away why it was not. */
export function stopUpload(key: string): void {
  const job = jobs.get(key);
  jobs.delete(key);
  job?.abort.abort();
  useUploadStore.setState({ [key]: undefined });
}

/** Sends the file again that did not arrive. */
export function retryUpload(key: string): void {
  const job = jobs.get(key);
  if (job) void startUpload(key, job);
}

async function problemOf(file: File): Promise<string | null> {
  const problem = sizeProblem(file.size);
  if (problem) return problem;
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    return mediaTypeOf(head) ? null : FILE_REFUSALS.type;
  } catch {
    return 'The file could not be read. Please choose it again.';
  }
}

function describe(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Not sent. Please try again.';
  if (error.status === 0) return 'Not sent, connection lost. The file is kept.';
  return error.serverMessage ?? 'Not sent. Please try again.';
}
