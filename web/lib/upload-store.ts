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

/** A running or failed upload. */
export interface Upload {
  name: string;
  bytes: number;
  /** The share already sent, 0 to 1. */
  share: number;
  /** Why the upload failed; null while it runs. */
  problem: string | null;
  /** Whether a retry of the same file may succeed. */
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

/** Uploads by form field. They continue while their field is unmounted. */
const useUploadStore = create<Partial<Record<string, Upload>>>(() => ({}));
const jobs = new Map<string, Job>();

/** Returns the upload of a field; null when none runs or failed. */
export const useUpload = (key: string): Upload | null => useUploadStore((uploads) => uploads[key] ?? null);

/** Whether a file is being sent for any of these fields. */
export const useIsUploading = (keys: readonly string[]): boolean =>
  useUploadStore((uploads) => keys.some((key) => uploads[key]?.problem === null));

/**
 * Uploads a file for a field, in place of its current upload. Files of the wrong size or type are refused
 * before sending.
 *
 * @param onStored called with the server's reply, unless another file was chosen meanwhile
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

/** Aborts the upload of a field, or dismisses its error. */
export function stopUpload(key: string): void {
  const job = jobs.get(key);
  jobs.delete(key);
  job?.abort.abort();
  useUploadStore.setState({ [key]: undefined });
}

/** Retries a failed upload. */
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
